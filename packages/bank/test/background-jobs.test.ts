import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { BackgroundJobs } from "../src/background-jobs.ts";

const silent = pino({ level: "silent" });

test("F08: stopping signals running jobs and abandons one that does not end", async () => {
  const jobs = new BackgroundJobs(silent);
  let isAborted = false;
  await new Promise<void>((begun) => {
    jobs.every(1, (stopping) => {
      stopping.addEventListener("abort", () => {
        isAborted = true;
      });
      begun();
      return new Promise(() => {});
    });
  });
  // Keeps this process alive; nothing else does.
  const awake = setInterval(() => {}, 1_000);
  await jobs.stop(1);
  clearInterval(awake);
  assert.ok(isAborted);
});
