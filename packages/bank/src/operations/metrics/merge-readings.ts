import assert from "node:assert/strict";
import type { Merge } from "./metric-definition.ts";
import type { HistogramReading, MetricReading, ValueReading } from "./metric-reading.ts";

type SeriesReading = ValueReading | HistogramReading;

/**
 * Merges the readings of several processes, for example of all workers. Counters and histograms are
 * added up. Each gauge says whether it is added up too, or which of its values counts: the length
 * of a queue that all workers share must not be counted several times.
 */
export const mergeReadings = (
  readings: readonly (readonly MetricReading[])[],
): readonly MetricReading[] => {
  const byName = new Map<string, MetricReading>();
  for (const metric of readings.flat()) {
    const known = byName.get(metric.name);
    byName.set(metric.name, known === undefined ? metric : mergeMetric(known, metric));
  }
  return [...byName.values()];
};

const mergeMetric = (one: MetricReading, other: MetricReading): MetricReading => {
  const byLabels = new Map<string, SeriesReading>();
  for (const series of [...one.series, ...other.series]) {
    const key = JSON.stringify(series.labels);
    const known = byLabels.get(key);
    byLabels.set(key, known === undefined ? series : mergeSeries(known, series, one.merge));
  }
  return { ...one, series: [...byLabels.values()] };
};

const mergeSeries = (one: SeriesReading, other: SeriesReading, merge: Merge): SeriesReading => {
  if ("value" in one && "value" in other) {
    return { labels: one.labels, value: mergeValues[merge](one.value, other.value) };
  }
  assert("counts" in one && "counts" in other, "one name has metrics of two types");
  assert.deepEqual(one.bounds, other.bounds, "histograms of one name have the same buckets");
  const counts = one.counts.map((count, bucket) => count + (other.counts[bucket] ?? 0));
  return { labels: one.labels, bounds: one.bounds, counts, sum: one.sum + other.sum };
};

const mergeValues: Readonly<Record<Merge, (one: number, other: number) => number>> = {
  sum: (one, other) => one + other,
  max: Math.max,
  min: Math.min,
};
