import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { andThen } from "@varde/storage";

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
