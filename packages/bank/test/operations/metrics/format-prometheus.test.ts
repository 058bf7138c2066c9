import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPrometheus } from "../../../src/operations/metrics/format-prometheus.ts";
import { counter, gauge, histogram } from "../../../src/operations/metrics/metric-definition.ts";
import { MetricRegistry } from "../../../src/operations/metrics/metric-registry.ts";

const registry = () =>
  new MetricRegistry({
    calls: counter("calls_total", "Calls, by caller", ["caller"]),
    starts: counter("starts_total", "Starts"),
    height: gauge("height_meters", 'A "height"\nover two lines, with a \\', {}),
    wait: histogram("wait_seconds", "Waits", { labels: ["queue"], bounds: [0.1, 1] }),
  });

test("formats counters, gauges and histograms, and names metrics without values", async () => {
  const metrics = registry();
  metrics.value("calls", "a").add();
  metrics.value("calls", "a").add(2);
  metrics.value("calls", "b").add();
  metrics.value("height").set(-1.5);
  for (const seconds of [0.1, 0.11, 5]) metrics.histogram("wait", "front").observe(seconds);
  assert.equal(
    formatPrometheus(await metrics.read()),
    `# HELP calls_total Calls, by caller
# TYPE calls_total counter
calls_total{caller="a"} 3
calls_total{caller="b"} 1
# HELP starts_total Starts
# TYPE starts_total counter
starts_total 0
# HELP height_meters A "height"\\nover two lines, with a \\\\
# TYPE height_meters gauge
height_meters -1.5
# HELP wait_seconds Waits
# TYPE wait_seconds histogram
wait_seconds_bucket{queue="front",le="0.1"} 1
wait_seconds_bucket{queue="front",le="1"} 2
wait_seconds_bucket{queue="front",le="+Inf"} 3
wait_seconds_sum{queue="front"} 5.21
wait_seconds_count{queue="front"} 3
`,
  );
});

test("escapes the values of labels, and writes infinity as Prometheus does", async () => {
  const metrics = registry();
  metrics.value("calls", 'say "hi"\\\n').set(Number.POSITIVE_INFINITY);
  const text = formatPrometheus(await metrics.read());
  assert.ok(text.includes('calls_total{caller="say \\"hi\\"\\\\\\n"} +Inf\n'), text);
});

test("leaves out a gauge that was cleared, until it is set again", async () => {
  const metrics = registry();
  metrics.value("height").set(3);
  metrics.clear("height");
  assert.doesNotMatch(formatPrometheus(await metrics.read()), /^height_meters /m);
  metrics.onRead(() => metrics.value("height").set(4));
  assert.match(formatPrometheus(await metrics.read()), /^height_meters 4$/m);
});
