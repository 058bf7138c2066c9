import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { allOf, andThen } from "@varde/storage";

describe("andThen", () => {
  test("continues synchronously with a value", () => {
    assert.equal(
      andThen(1, (one) => one + 1),
      2,
    );
  });

  test("waits for a promise, including one from another realm", async () => {
    const foreign = runInNewContext("Promise.resolve(false)") as Promise<boolean>;
    for (const no of [Promise.resolve(false), foreign]) {
      assert.equal(await andThen(no, (isAllowed) => (isAllowed ? "yes" : "no")), "no");
    }
  });
});

describe("allOf", () => {
  test("returns values as they are", () => {
    assert.deepEqual(allOf([1, 2]), [1, 2]);
  });

  test("waits if one of the values is a promise", async () => {
    const values = allOf([1, Promise.resolve(2)]);
    assert(values instanceof Promise);
    assert.deepEqual(await values, [1, 2]);
  });
});
