import assert from "node:assert/strict";
import { test } from "node:test";
import { shareCalls } from "../../../src/operations/metrics/share-calls.ts";

test("reads once for all who ask at the same time, and never returns what is older", async () => {
  const started: PromiseWithResolvers<number>[] = [];
  const ask = shareCalls(() => {
    const reading = Promise.withResolvers<number>();
    started.push(reading);
    return reading.promise;
  });
  const first = [ask(), ask()];
  await new Promise(setImmediate);
  const second = [ask(), ask(), ask()];
  assert.equal(started.length, 1);
  started[0]?.resolve(1);
  assert.deepEqual(await Promise.all(first), [1, 1]);
  assert.equal(started.length, 2);
  started[1]?.reject(new Error("failed"));
  const outcomes = await Promise.allSettled(second);
  assert.ok(outcomes.every(({ status }) => status === "rejected"));
  const third = ask();
  await new Promise(setImmediate);
  started[2]?.resolve(3);
  assert.equal(await third, 3);
});
