import assert from "node:assert/strict";
import type { Awaitable } from "@varde/storage";
import type { MetricDefinition } from "./metric-definition.ts";
import type { HistogramReading, MetricReading, ValueReading } from "./metric-reading.ts";
import { HistogramSeries, ValueSeries } from "./metric-series.ts";

type Definitions = Readonly<Record<string, MetricDefinition>>;

type KeyOf<Table extends Definitions, Type extends MetricDefinition["type"]> = {
  [Key in keyof Table]: Table[Key]["type"] extends Type ? Key : never;
}[keyof Table];

interface LabelledSeries<Series> {
  readonly labels: readonly string[];
  readonly series: Series;
}

type SeriesByLabels<Series> = Map<string, LabelledSeries<Series>>;

/** Separates the values of labels in a key. */
const separator = String.fromCharCode(0x1f);

/**
 * Counts and measures in memory. A caller on the path of every request holds on to the series that
 * it adds to, because finding a series by its labels costs more than adding to it.
 */
export class MetricRegistry<Table extends Definitions> {
  readonly #table: Table;
  readonly #values = new Map<keyof Table, SeriesByLabels<ValueSeries>>();
  readonly #histograms = new Map<keyof Table, SeriesByLabels<HistogramSeries>>();
  readonly #sources: (() => Awaitable<void>)[] = [];
  readonly #queries: (() => Awaitable<void>)[] = [];
  #queried: { readonly at: number; readonly done: Promise<unknown> } | undefined;

  constructor(table: Table) {
    this.#table = table;
    for (const [key, { type, labels }] of Object.entries<MetricDefinition>(table)) {
      if (type === "histogram") {
        this.#histograms.set(key, new Map());
        continue;
      }
      const byLabels: SeriesByLabels<ValueSeries> = new Map();
      this.#values.set(key, byLabels);
      if (type === "counter" && labels.length === 0) findSeries(byLabels, [], newValueSeries);
    }
  }

  /** Returns the series of a counter or a gauge with these values of its labels. */
  value(key: KeyOf<Table, "counter" | "gauge">, ...labels: readonly string[]): ValueSeries {
    const byLabels = this.#values.get(key);
    assert(byLabels !== undefined, "the table declares every counter and gauge");
    return findSeries(byLabels, labels, newValueSeries);
  }

  /** Returns the series of a histogram with these values of its labels. */
  histogram(key: KeyOf<Table, "histogram">, ...labels: readonly string[]): HistogramSeries {
    const byLabels = this.#histograms.get(key);
    assert(byLabels !== undefined, "the table declares every histogram");
    return findSeries(byLabels, labels, () => new HistogramSeries(this.#table[key]?.bounds ?? []));
  }

  /** Removes the series of a gauge, because its values are not known now. */
  clear(key: KeyOf<Table, "gauge">): void {
    this.#values.get(key)?.clear();
  }

  /** Adds a function that sets gauges before the metrics are read. */
  onRead(source: () => Awaitable<void>): void {
    this.#sources.push(source);
  }

  /** Adds a function that sets gauges by asking another system. */
  onQuery(query: () => Awaitable<void>): void {
    this.#queries.push(query);
  }

  /**
   * Reads all metrics, including those without a series. Other systems are not asked if they were
   * asked less than `queryAgeMsMax` ago.
   */
  async read(queryAgeMsMax = 0): Promise<readonly MetricReading[]> {
    const now = performance.now();
    if (this.#queried === undefined || now - this.#queried.at >= queryAgeMsMax) {
      this.#queried = { at: now, done: Promise.all(this.#queries.map((query) => query())) };
    }
    await Promise.all([this.#queried.done, ...this.#sources.map((source) => source())]);
    return Object.entries<MetricDefinition>(this.#table).map(([key, definition]) => ({
      name: definition.name,
      type: definition.type,
      help: definition.help,
      labels: definition.labels,
      merge: definition.merge ?? "sum",
      series: this.#readSeries(key),
    }));
  }

  #readSeries(key: keyof Table): readonly (ValueReading | HistogramReading)[] {
    const values = this.#values.get(key)?.values() ?? [];
    const histograms = this.#histograms.get(key)?.values() ?? [];
    return [
      ...Iterator.from(values).map(({ labels, series }) => ({ labels, value: series.value })),
      ...Iterator.from(histograms).map(({ labels, series: { bounds, counts, sum } }) => ({
        labels,
        bounds,
        counts: [...counts],
        sum,
      })),
    ];
  }
}

const newValueSeries = (): ValueSeries => new ValueSeries();

const findSeries = <Series>(
  byLabels: SeriesByLabels<Series>,
  labels: readonly string[],
  create: () => Series,
): Series => {
  const key = labels.join(separator);
  const known = byLabels.get(key);
  if (known !== undefined) return known.series;
  const series = create();
  byLabels.set(key, { labels, series });
  return series;
};
