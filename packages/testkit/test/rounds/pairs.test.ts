import assert from "node:assert/strict";
import { test } from "node:test";
import { combine, pairs, takePart } from "@varde/testkit/rounds";

const lists = { a: [1, 2, 3], b: ["x", "y"], c: [true, false], d: ["p", "q", "r"] };

test("each two values of different lists meet, in fewer choices than all", () => {
  const chosen = pairs(lists);
  for (const all of combine(lists)) {
    for (const [one, other] of [
      ["a", "b"],
      ["a", "c"],
      ["a", "d"],
      ["b", "c"],
      ["c", "d"],
    ] as const) {
      const meets = chosen.some((each) => each[one] === all[one] && each[other] === all[other]);
      assert.ok(meets, `${one}=${all[one]} and ${other}=${all[other]}`);
    }
  }
  assert.equal(combine(lists).length, 36);
  assert.ok(chosen.length <= 12, `${chosen.length}`);
});

test("seeds that follow each other take every value, each as often as the others", () => {
  const values = ["a", "b", "c", "d", "e"];
  const taken = [1, 2, 3, 4, 5].flatMap((seed) => takePart(values, 2, seed));
  for (const value of values) assert.equal(taken.filter((one) => one === value).length, 2);
  assert.deepEqual(takePart(values, 9, 3).toSorted(), values);
});
