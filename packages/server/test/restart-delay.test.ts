import assert from "node:assert/strict";
import { test } from "node:test";
import { restartDelayMs } from "../src/workers/serve-with-workers.ts";

test("workers that end soon after their start are restarted more and more slowly", () => {
  const delays = [0];
  for (let at = 0; at < 12; at += 1) delays.push(restartDelayMs(500, delays.at(-1) ?? 0));
  assert.deepEqual(delays.slice(1, 5), [100, 200, 400, 800]);
  assert.equal(delays.at(-1), 30_000);
});

test("a worker that served for a while is restarted at once", () => {
  assert.equal(restartDelayMs(3_600_000, 30_000), 100);
});
