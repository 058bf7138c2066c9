import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyReport } from "./messages.ts";
import { Summary } from "./summary.ts";

const budget = { runS: 500, fileS: 8 };

function summaryOf(
  files: Readonly<Record<string, { durationMs: number; cpuMs: number; furtherCpuMs?: number }>>,
) {
  const summary = new Summary();
  for (const [file, times] of Object.entries(files)) {
    summary.add(file, { ...emptyReport, ...times });
  }
  return summary;
}

test("a file and a run that cost more than their budget are named, others are not", () => {
  const files = {
    "cheap.test.ts": { durationMs: 90_000, cpuMs: 8_000 },
    "drawn.test.ts": { durationMs: 9_000, cpuMs: 9_000, furtherCpuMs: 2_000 },
    "dear.test.ts": { durationMs: 10_000, cpuMs: 8_100 },
  };
  const limit = "(tools/test-run/budget.ts)";
  assert.deepEqual(summaryOf(files).findOverruns(500, budget), [
    `dear.test.ts took 8.1 s of CPU; its limit is 8 s ${limit}`,
  ]);
  assert.deepEqual(summaryOf({}).findOverruns(500.1, budget), [
    `the run took 500.1 s of CPU; its limit is 500 s ${limit}`,
  ]);
});

test("the ten slowest files are printed, slowest first, then the CPU time in all", () => {
  const numbers = Array.from({ length: 12 }, (_, number) => number);
  const files = numbers.map((n) => [`${n}.test.ts`, { durationMs: n * 10, cpuMs: n }] as const);
  const lines = summaryOf(Object.fromEntries(files)).formatCosts(499.6).split("\n");
  assert.equal(lines.length, 11);
  assert.equal(lines[0], "slow: 11.test.ts: 110 ms, 11 ms of CPU");
  assert.equal(lines[9], "slow: 2.test.ts: 20 ms, 2 ms of CPU");
  assert.equal(lines[10], "500 s of CPU in all");
});
