import type { Merge, MetricDefinition } from "./metric-definition.ts";

/** A counter or gauge with its labels' values, in the order of the label names. */
export interface ValueReading {
  readonly labels: readonly string[];
  readonly value: number;
}

/** A histogram: `counts` has one number for each bound, not added up, and one for all above. */
export interface HistogramReading {
  readonly labels: readonly string[];
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
}

/** A metric at one moment. Plain data, which a worker can send to another process. */
export interface MetricReading extends Pick<MetricDefinition, "name" | "type" | "help" | "labels"> {
  readonly merge: Merge;
  readonly series: readonly (ValueReading | HistogramReading)[];
}
