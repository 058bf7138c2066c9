import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { pino } from "pino";
import { BackgroundJobs, skipped } from "../../../src/operations/jobs/background-jobs.ts";
import { BankMetrics } from "../../../src/operations/metrics/bank-metrics.ts";

const silent = pino({ level: "silent" });

test("F08: stopping signals running jobs and abandons one that does not end", async () => {
  const jobs = new BackgroundJobs(silent, new BankMetrics());
  let isAborted = false;
  await new Promise<void>((begun) => {
    jobs.every(1, "endless", (stopping) => {
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

test("F14: a run that never ends does not keep its job from running again", async () => {
  const logged: unknown[] = [];
  const metrics = new BankMetrics();
  const jobs = new BackgroundJobs(
    pino({}, { write: (line) => void logged.push(JSON.parse(line)) }),
    metrics,
  );
  let runs = 0;
  const awake = setInterval(() => {}, 1_000);
  await new Promise<void>((again) => {
    const run = () => {
      runs += 1;
      if (runs === 2) again();
      return new Promise<never>(() => {});
    };
    jobs.every(1, "outbox", run, 5);
  });
  clearInterval(awake);
  await jobs.stop(1);
  assert.partialDeepStrictEqual(logged[0], { job: "outbox", msg: "background job does not end" });
  assert.ok(metrics.value("jobRuns", "outbox", "overdue").value >= 1);
});

test("counts completed and failed runs", async () => {
  const metrics = new BankMetrics();
  const jobs = new BackgroundJobs(silent, metrics);
  const awake = setInterval(() => {}, 1_000);
  let runs = 0;
  await new Promise<void>((thrice) => {
    jobs.every(1, "outbox", async () => {
      runs += 1;
      if (runs === 3) thrice();
      if (runs === 2) throw new Error("the core bank is away");
    });
  });
  clearInterval(awake);
  await jobs.stop();
  assert.equal(metrics.value("jobRuns", "outbox", "failed").value, 1);
  assert.ok(metrics.value("jobRuns", "outbox", "completed").value >= 2);
});

test("a run that leaves its job to another process is not a success", async (t) => {
  const metrics = new BankMetrics();
  const jobs = new BackgroundJobs(silent, metrics);
  t.mock.timers.enable({ apis: ["setInterval"] });
  let elapsedMs = 0;
  t.mock.method(performance, "now", () => elapsedMs);
  let result: Promise<unknown> | symbol = skipped;
  jobs.every(1_000, "outbox", () => result);
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      elapsedMs += 1_000;
      t.mock.timers.tick(1_000);
      await setImmediate();
    }
    await metrics.read();
    return metrics.value("jobLastSuccessAge", "outbox").value;
  };
  assert.equal(await pass(900), 900);
  result = Promise.resolve(skipped);
  assert.equal(await pass(100), 1_000);
  assert.equal(metrics.value("jobRuns", "outbox", "skipped").value, 1_000);
  result = Promise.resolve();
  assert.equal(await pass(1), 0);
  assert.equal(metrics.value("jobRuns", "outbox", "completed").value, 1);
  await jobs.stop(0);
});

test("counts runs that return no promise, and survives one that throws", async () => {
  const metrics = new BankMetrics();
  const jobs = new BackgroundJobs(silent, metrics);
  const awake = setInterval(() => {}, 1_000);
  let runs = 0;
  await new Promise<void>((thrice) => {
    jobs.every(1, "audit", () => {
      runs += 1;
      if (runs === 3) thrice();
      if (runs === 2) throw new Error("a fault of the job");
    });
  });
  clearInterval(awake);
  await jobs.stop();
  assert.equal(metrics.value("jobRuns", "audit", "failed").value, 1);
  assert.ok(metrics.value("jobRuns", "audit", "completed").value >= 2);
});

test("jobs of a minute do not start together", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  const jobs = new BackgroundJobs(silent, new BankMetrics());
  const begun: Record<string, number> = {};
  let passedMs = 0;
  for (const name of ["kpi", "housekeeping"]) {
    jobs.every(60_000, name, () => {
      begun[name] ??= passedMs;
    });
  }
  for (; passedMs < 61_000; passedMs += 10) t.mock.timers.tick(10);
  t.mock.timers.reset();
  await jobs.stop(0);
  const { kpi = 0, housekeeping = 0 } = begun;
  assert.ok(kpi >= 60_000 - 10 && housekeeping - kpi >= 50, JSON.stringify(begun));
});
