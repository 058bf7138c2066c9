import assert from "node:assert";
import { type BoundParameter, databaseTime, type Value } from "../units/sql.ts";

const int8 = 20;
const int2 = 21;
const int4 = 23;
const text = 25;
const numeric = 1700;

/**
 * Returns a function that parses values of a type: text as string and integers as bigint. A sum of
 * integers arrives as numeric and a literal as int4. Both are integers on SQLite, so they are here
 * too. Any other type is a mistake in the query.
 */
export function parseValue(type: number): (text: string) => Value {
  switch (type) {
    case text:
      return asText;
    case int8:
    case int4:
    case int2:
      return BigInt;
    case numeric:
      return asInteger;
    default:
      return () => assert.fail(`A column is neither text nor an integer (type ${type}).`);
  }
}

const asText = (value: string): Value => value;

const asInteger = (value: string): Value => {
  assert.match(value, /^-?\d+$/, `A column holds ${value}, which is not an integer.`);
  return BigInt(value);
};

/**
 * Sends integers as text; the server infers the type of a parameter from its place. The server's
 * clock is used unless there is another one.
 */
export function postgresParameters(
  parameters: readonly BoundParameter[],
  now: (() => number) | undefined,
): (string | null)[] {
  return parameters.map((parameter) => {
    if (typeof parameter === "string" || parameter === null) return parameter;
    return parameter === databaseTime ? ((now && String(now())) ?? null) : String(parameter);
  });
}
