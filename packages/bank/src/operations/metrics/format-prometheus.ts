import type { HistogramReading, MetricReading } from "./metric-reading.ts";

/** The content type of the text that `formatPrometheus` returns. */
export const prometheusContentType = "text/plain; version=0.0.4; charset=utf-8";

/** Formats metrics in the text format of Prometheus. */
export const formatPrometheus = (metrics: readonly MetricReading[]): string =>
  metrics.map(formatMetric).join("");

const formatMetric = ({ name, type, help, labels, series }: MetricReading): string => {
  const lines = [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`];
  for (const each of series) {
    const pairs = labels.map((label, at) => formatLabel(label, each.labels[at] ?? ""));
    if ("value" in each) lines.push(`${name}${braced(pairs)} ${formatNumber(each.value)}`);
    else lines.push(...formatHistogram(name, pairs, each));
  }
  return `${lines.join("\n")}\n`;
};

const formatHistogram = (
  name: string,
  pairs: readonly string[],
  { bounds, counts, sum }: HistogramReading,
): readonly string[] => {
  let total = 0;
  const buckets = counts.map((count, at) => {
    total += count;
    const bound = formatLabel("le", formatNumber(bounds[at] ?? Number.POSITIVE_INFINITY));
    return `${name}_bucket${braced([...pairs, bound])} ${total}`;
  });
  return [
    ...buckets,
    `${name}_sum${braced(pairs)} ${formatNumber(sum)}`,
    `${name}_count${braced(pairs)} ${total}`,
  ];
};

const formatLabel = (label: string, value: string): string => `${label}="${escapeLabel(value)}"`;

const braced = (pairs: readonly string[]): string =>
  pairs.length === 0 ? "" : `{${pairs.join(",")}}`;

const formatNumber = (value: number): string => {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
};

const escapeHelp = (text: string): string => text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n");

const escapeLabel = (text: string): string => escapeHelp(text).replace(/"/g, '\\"');
