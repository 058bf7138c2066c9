import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { BackgroundJobs } from "../src/background-jobs.ts";

const silent = pino({ level: "silent" });

test("F08: a background job is told to end, and one that does not is left", async () => {
  const jobs = new BackgroundJobs(silent);
  let isTold = false;
  await new Promise<void>((begun) => {
    jobs.every(1, (stopping) => {
      stopping.addEventListener("abort", () => {
        isTold = true;
      });
      begun();
      return new Promise(() => {});
    });
  });
  // Nothing else keeps this process waiting.
  const awake = setInterval(() => {}, 1_000);
  await jobs.stop(1);
  clearInterval(awake);
  assert.ok(isTold);
});
