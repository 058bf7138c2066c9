import assert from "node:assert/strict";
import { test } from "node:test";
import { listFunctions } from "./list-functions.ts";

const spans = (source: string) =>
  listFunctions(source).map(({ name, line, lines }) => `${name} ${line} ${lines}`);

test("a function spans from its name to its closing brace, types or not", () => {
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

test("statements with blocks are no functions", () => {
  const source = `
for (const a of b) { if (a) { c(); } else { d(); } }
while (true) { switch (a) { default: { break; } } }
try { e(); } catch (error) { f(error); }`;
  assert.deepEqual(spans(source), []);
});

test("a group of tests is none, the tests in it are", () => {
  const source = `
describe("payments", () => {
  test("a payment is kept", async () => {
    await pay();
  });
});`;
  assert.deepEqual(spans(source), ["a payment is kept 3 3"]);
});
