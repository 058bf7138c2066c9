import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { compileSchema } from "../../src/schemas/compile-schema.ts";
import { matchSimpleSchema } from "../../src/schemas/match-simple-schema.ts";
import {
  boolean,
  integer,
  list,
  looseBoolean,
  object,
  oneOf,
  type Schema,
  string,
  text,
} from "../../src/schemas/schema.ts";

const simple: Readonly<Record<string, Schema>> = {
  "any text": string(),
  "a text with bounds": string({ minLength: 2, maxLength: 3 }),
  "a text of a form": string({ pattern: "^[a-c]+$" }),
  "an integer": integer(),
  "a port": integer({ minimum: 0, maximum: 65_535 }),
  "a boolean": boolean(),
  "a choice of texts": oneOf(["off", "abc"]),
  "a number or a word": { anyOf: [integer({ minimum: 1 }), { enum: ["off"] }] },
  "no choice that matches": { anyOf: [integer({ minimum: 9, maximum: 8 })] },
};

const values = fc.oneof(
  fc.constantFrom("off", "abc", "ab", "a", "", "å𝄞", "𝄞", "a\n", "cab", "1", "true"),
  fc.constantFrom(0, -0, 1, 1.5, -1, 65_535, 65_536, Number.MAX_SAFE_INTEGER, 1e300),
  fc.constantFrom(true, false, null, undefined, [], ["off"], {}),
  fc.string({ maxLength: 4 }),
  fc.integer(),
);

for (const [name, schema] of Object.entries(simple)) {
  test(`${name} matches exactly what Ajv accepts`, () => {
    const { validateFast } = compileSchema(schema);
    fc.assert(
      fc.property(values, (value) => {
        assert.equal(matchSimpleSchema(schema, value), validateFast(value), JSON.stringify(value));
      }),
      { numRuns: 300 },
    );
  });
}

test("schemas with other keywords are left to Ajv", () => {
  const others = [
    object({ name: string() }),
    list(string()),
    looseBoolean(),
    text(),
    { anyOf: [string(), list(string())] },
    {},
  ];
  for (const schema of others) assert.equal(matchSimpleSchema(schema, "off"), undefined);
});
