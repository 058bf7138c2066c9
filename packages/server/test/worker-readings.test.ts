import assert from "node:assert/strict";
import { test } from "node:test";
import type { MetricReading } from "@varde/bank";
import { WorkerReadings } from "../src/workers/metrics-collector.ts";

const value = (name: string, type: "counter" | "gauge", of: number): MetricReading => ({
  ...{ name, type, help: "", labels: [], merge: "sum" },
  series: [{ labels: [], value: of }],
});

const readings = (responses: number, inFlight: number) => [
  value("responses", "counter", responses),
  value("in_flight", "gauge", inFlight),
];

test("the sum of all workers does not fall when a worker ends and another one starts", () => {
  const workers = new WorkerReadings();
  const sums = () => workers.merge().map(({ series: [one] }) => one && "value" in one && one.value);
  workers.record(1, readings(5, 1));
  workers.record(2, readings(7, 2));
  assert.deepEqual(sums(), [12, 3]);
  workers.end(1);
  assert.deepEqual(sums(), [12, 2]);
  workers.record(3, readings(1, 4));
  assert.deepEqual(sums(), [13, 6]);
  workers.end(3);
  workers.end(2);
  assert.deepEqual(sums(), [13]);
});
