import assert from "node:assert";
import type { CustomTypesConfig } from "pg";
import type { Parameter, Value } from "../units/sql.ts";

const int8 = 20;
const int2 = 21;
const int4 = 23;
const text = 25;
const numeric = 1700;

/**
 * Reads text as string and integers as bigint. A sum of integers arrives as numeric and a literal
 * as int4. Both are integers on SQLite, so they are here too. Any other type is a mistake in the
 * query.
 */
export const postgresTypes: CustomTypesConfig = {
  getTypeParser: (type: number) => {
    switch (type) {
      case text:
        return (value: string): Value => value;
      case int8:
      case int4:
      case int2:
        return (value: string): Value => BigInt(value);
      case numeric:
        return (value: string): Value => {
          assert.match(value, /^-?\d+$/, `A column holds ${value}, which is not an integer.`);
          return BigInt(value);
        };
      default:
        return () => assert.fail(`A column is neither text nor an integer (type ${type}).`);
    }
  },
};

/** Sends integers as text; the server infers the type of a parameter from its place. */
export function postgresParameters(parameters: readonly Parameter[]): (string | null)[] {
  return parameters.map((parameter) =>
    typeof parameter === "string" || parameter === null ? parameter : String(parameter),
  );
}
