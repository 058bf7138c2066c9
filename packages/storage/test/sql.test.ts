import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Parameter, perEngine, sql, textFor } from "@varde/storage";

describe("sql", () => {
  test("what is interpolated becomes a parameter in each engine's own notation", () => {
    const { template, parameters } = sql`select ${"a"}, ${2} where ${null} is null`;
    assert.equal(textFor("sqlite", template.sqlite), "select ?, ? where ? is null");
    assert.equal(textFor("postgres", template.postgres), "select $1, $2 where $3 is null");
    assert.deepEqual(parameters, ["a", 2n, null]);
  });

  test("locks and lists are written as PostgreSQL has them and said in SQLite's words", () => {
    const { template } = sql`select a from one where id = any(array(
        select json_array_elements_text(cast(${"[]"} as json))))
      order by id for update skip locked`;
    assert.equal(
      textFor("sqlite", template.sqlite),
      "select a from one where id in (select value from json_each(?))\n      order by id",
    );
    const rows = sql`select value ->> 0 from json_array_elements(cast(${"[]"} as json)) for update`;
    assert.equal(textFor("sqlite", rows.template.sqlite), "select value ->> 0 from json_each(?)");
    assert.equal(
      textFor("postgres", rows.template.postgres),
      "select value ->> 0 from json_array_elements(cast($1 as json)) for update",
    );
  });

  test("one place in the source is one template", () => {
    const make = (id: string) => sql`select ${id}`;
    assert.equal(make("a").template.sqlite, make("b").template.sqlite);
  });

  const refused: readonly (readonly [unknown, RegExp])[] = [
    [undefined, /Parameter 1 of "select \$1" is of type undefined/],
    [true, /is of type boolean/],
    [{ a: 1 }, /is of type object/],
    [1.5, /is not a safe integer/],
    [2 ** 53, /is not a safe integer/],
    [Number.NaN, /is not a safe integer/],
    [2n ** 63n, /more than 64 bits/],
    ["a\0b", /U\+0000/],
    ["\ud800", /surrogate/],
  ];
  for (const [parameter, message] of refused) {
    test(`${typeof parameter} ${JSON.stringify(String(parameter))} is no parameter`, () => {
      assert.throws(() => sql`select ${parameter as Parameter}`, message);
    });
  }

  test("the two forms of a statement take the same parameters", () => {
    assert.throws(
      () => perEngine({ sqlite: sql`select ${1}`, postgres: sql`select ${2}` }),
      /same parameters/,
    );
  });
});
