import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { andThen } from "@varde/storage";

describe("andThen", () => {
  test("goes on at once with what is known", () => {
    assert.equal(
      andThen(1, (one) => one + 1),
      2,
    );
  });

  test("waits for a promise, also for one that another realm made", async () => {
    const foreign = runInNewContext("Promise.resolve(false)") as Promise<boolean>;
    for (const no of [Promise.resolve(false), foreign]) {
      assert.equal(await andThen(no, (isAllowed) => (isAllowed ? "yes" : "no")), "no");
    }
  });
});
