import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type Fragment,
  forUpdate,
  forUpdateSkipLocked,
  fragment,
  inList,
  jsonRows,
  type Parameter,
  perEngine,
  type Statement,
  sql,
  textFor,
} from "@varde/storage";

describe("sql", () => {
  test("an interpolated value becomes a parameter in the notation of each engine", () => {
    const { template, parameters } = sql`select ${"a"}, ${2} where ${null} is null`;
    assert.equal(textFor("sqlite", template.sqlite), "select ?, ? where ? is null");
    assert.equal(textFor("postgres", template.postgres), "select $1, $2 where $3 is null");
    assert.deepEqual(parameters, ["a", 2n, null]);
  });

  const texts = ({ template }: Statement) => [
    textFor("sqlite", template.sqlite),
    textFor("postgres", template.postgres),
  ];

  test("a fragment is inserted with its parameters, even into another fragment", () => {
    const open = (status: string) => fragment`status = ${status}`;
    const due = (day: string) => fragment`${open("sent")} and due_on <= ${day}`;
    const statement = sql`select ${1} from payment where ${due("2026-11-16")} limit ${2}`;
    assert.deepEqual(texts(statement), [
      "select ? from payment where status = ? and due_on <= ? limit ?",
      "select $1 from payment where status = $2 and due_on <= $3 limit $4",
    ]);
    assert.deepEqual(statement.parameters, [1n, "sent", "2026-11-16", 2n]);
  });

  test("lists and locks are written for each engine", () => {
    const members = sql`select a from one where id ${inList(["x", "y"])} ${forUpdateSkipLocked}`;
    assert.deepEqual(texts(members), [
      "select a from one where id in (select value from json_each(?)) ",
      "select a from one where id " +
        "= any(array(select json_array_elements_text(cast($1 as json)))) for update skip locked",
    ]);
    assert.deepEqual(members.parameters, ['["x","y"]']);
    assert.deepEqual(texts(sql`select value ->> 0 from ${jsonRows([[1]])} ${forUpdate}`), [
      "select value ->> 0 from json_each(?) ",
      "select value ->> 0 from json_array_elements(cast($1 as json)) for update",
    ]);
  });

  test("the same fragments in one place share a template, and other fragments do not", () => {
    const make = (condition: Fragment) => sql`select a from one where ${condition}`;
    const isOne = (id: string) => fragment`id = ${id}`;
    const template = make(isOne("a")).template;
    assert.equal(make(isOne("b")).template, template);
    const other = make(inList(["a"])).template;
    assert.notEqual(other, template);
    assert.equal(make(inList(["b", "c"])).template, other);
    assert.equal(make(isOne("c")).template, template);
  });

  test("each place in the source has one template", () => {
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
    test(`refuses ${typeof parameter} ${JSON.stringify(String(parameter))} as parameter`, () => {
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
