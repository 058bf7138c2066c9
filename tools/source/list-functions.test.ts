import assert from "node:assert/strict";
import { test } from "node:test";
import { listFunctions } from "./list-functions.ts";

const spans = (source: string) =>
  listFunctions(source).map(({ name, line, lines }) => `${name} ${line} ${lines}`);

test("a function spans from its name to its closing brace, with or without types", () => {
  const source = `
export function pay<T extends { a: string }>(amount: T, then: { b: () => void }): { c: T } {
  return { c: amount };
}`;
  assert.deepEqual(spans(source), ["pay 2 3"]);
});

test("arrows, generators, methods and accessors are functions", () => {
  const source = `
const add = async (a: number): Promise<number> => {
  return a;
};
class Bank {
  constructor() {
    this.a = 1;
  }
  get open(): boolean { return true; }
  async *[Symbol.asyncIterator]() { yield 1; }
}
const unit = function* () { yield []; };
const rows = (ids: string[]) => [
  ...ids,
];
const wide = (ids: string[]) => ({
  ids,
});`;
  assert.deepEqual(
    spans(source).map((span) => span.replace(/^\D+ /, "")),
    ["2 3", "6 3", "9 1", "10 1", "12 1", "13 3", "16 3"],
  );
});

test("statements with blocks are not functions", () => {
  const source = `
for (const a of b) { if (a) { c(); } else { d(); } }
while (true) { switch (a) { default: { break; } } }
try { e(); } catch (error) { f(error); }`;
  assert.deepEqual(spans(source), []);
});

test("a group of tests is not a function, but its tests are", () => {
  const source = `
describe("payments", () => {
  test("a payment is stored", async () => {
    await pay();
  });
});`;
  assert.deepEqual(spans(source), ["a payment is stored 3 3"]);
});

test("a callback that registers tests is not a function, also with a wrapper", () => {
  const source = `
onBothEngines(migrations, (storage) => {
  const ids = [1];
  describe("stored", () => {
    it("is", () => {
      read(storage);
    });
  });
});`;
  assert.deepEqual(spans(source), ["is 5 3"]);
});

test("a callback with nested tests, a subtest or pattern.test() is still a function", () => {
  const source = `
each(engines, (engine) => {
  for (const one of engine) { test(one, () => {}); }
});
test("parent", async (t) => {
  await t.test("child", () => {});
});
rows.filter((row) => {
  return pattern.test(row);
});
function register() {
  test("is", () => {});
}`;
  assert.deepEqual(spans(source), [
    "engines 2 3",
    "one 3 1",
    "parent 5 3",
    "child 6 1",
    "a function 8 3",
    "register 11 3",
    "is 12 1",
  ]);
});
