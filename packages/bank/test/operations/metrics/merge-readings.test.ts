import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeReadings } from "../../../src/operations/metrics/merge-readings.ts";
import { counter, gauge, histogram } from "../../../src/operations/metrics/metric-definition.ts";
import { MetricRegistry } from "../../../src/operations/metrics/metric-registry.ts";

const aWorker = (write: (metrics: ReturnType<typeof registry>) => void) => {
  const metrics = registry();
  write(metrics);
  return metrics.read();
};

const registry = () =>
  new MetricRegistry({
    calls: counter("calls_total", "Calls", ["caller"]),
    open: gauge("open", "Open", {}),
    queue: gauge("queue", "A queue that all share", { merge: "max" }),
    start: gauge("start", "The first start", { merge: "min" }),
    wait: histogram("wait_seconds", "Waits", { bounds: [1] }),
  });

test("adds up what each process counts, and counts only once what they share", async () => {
  const one = await aWorker((metrics) => {
    metrics.value("calls", "a").add(2);
    metrics.value("open").set(3);
    metrics.value("queue").set(7);
    metrics.value("start").set(100);
    metrics.histogram("wait").observe(0.5);
  });
  const other = await aWorker((metrics) => {
    metrics.value("calls", "a").add(5);
    metrics.value("calls", "b").add();
    metrics.value("open").set(4);
    metrics.value("queue").set(6);
    metrics.value("start").set(90);
    metrics.histogram("wait").observe(2);
  });
  const series = mergeReadings([one, other]).map((metric) => [metric.name, metric.series]);
  assert.deepEqual(Object.fromEntries(series), {
    calls_total: [
      { labels: ["a"], value: 7 },
      { labels: ["b"], value: 1 },
    ],
    open: [{ labels: [], value: 7 }],
    queue: [{ labels: [], value: 7 }],
    start: [{ labels: [], value: 90 }],
    wait_seconds: [{ labels: [], bounds: [1], counts: [1, 1], sum: 2.5 }],
  });
});

test("survives the way between processes as JSON, and merges in any order", async () => {
  const readings = await Promise.all(
    [1, 2, 3].map((count) =>
      aWorker((metrics) => {
        metrics.value("calls", "a").add(count);
        metrics.histogram("wait").observe(count);
      }),
    ),
  );
  const sent = JSON.parse(JSON.stringify(readings));
  assert.deepEqual(mergeReadings(sent), mergeReadings(readings));
  assert.deepEqual(mergeReadings(readings.toReversed()), mergeReadings(readings));
});

test("refuses to merge histograms with different buckets", async () => {
  const [reading] = [await aWorker((metrics) => metrics.histogram("wait").observe(1))];
  const changed = structuredClone(reading).map((metric) => ({
    ...metric,
    series: metric.series.map((each) => ("bounds" in each ? { ...each, bounds: [2] } : each)),
  }));
  assert.throws(() => mergeReadings([reading, changed]), /the same buckets/);
});
