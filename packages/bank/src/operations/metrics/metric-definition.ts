/** How the values of several processes become one: added up, or the largest or smallest of them. */
export type Merge = "sum" | "max" | "min";

/** The facts of one metric. Its series differ in the values of its labels. */
export interface MetricDefinition {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly labels: readonly string[];
  /** For gauges; counters and histograms are added up. */
  readonly merge?: Merge;
  /** For histograms: the upper bounds of the buckets, in increasing order. */
  readonly bounds?: readonly number[];
}

export const counter = (name: string, help: string, labels: readonly string[] = []) =>
  ({ name, type: "counter", help, labels }) as const;

export const gauge = (
  name: string,
  help: string,
  { labels = [], merge = "sum" }: { readonly labels?: readonly string[]; readonly merge?: Merge },
) => ({ name, type: "gauge", help, labels, merge }) as const;

export const histogram = (
  name: string,
  help: string,
  {
    labels = [],
    bounds,
  }: { readonly labels?: readonly string[]; readonly bounds: readonly number[] },
) => ({ name, type: "histogram", help, labels, bounds }) as const;
