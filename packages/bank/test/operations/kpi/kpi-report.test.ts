import assert from "node:assert/strict";
import { test } from "node:test";
import { computeKpiReport } from "../../../src/operations/kpi/kpi-report.ts";
import { parseQuarter, type Quarter } from "../../../src/operations/kpi/quarter.ts";

const from = Date.parse("2026-10-02T10:00:00Z");
const to = from + 60_000;

/** Returns the downtimes of a minute in which one process stopped and another started. */
const listDowntimes = (stoppedAt: number, startedAt: number) =>
  computeKpiReport(parseQuarter("2026-Q4") as Quarter, {
    sums: new Map(),
    seconds: [],
    serviceSeconds: { accountInformation: [], paymentInitiation: [], fundsConfirmation: [] },
    running: [
      { from, to: stoppedAt },
      { from: startedAt, to },
    ],
    planned: [],
    channels: [],
    measured: { from, to },
  }).downtimes;

test("a stop is downtime if it is longer than the clocks of two processes are apart", () => {
  const at = from + 30_000;
  assert.deepEqual(listDowntimes(at, at + 1_000), []);
  assert.deepEqual(listDowntimes(at, at + 1_001), [
    { from: at, to: at + 1_001, cause: "no process running" },
  ]);
});
