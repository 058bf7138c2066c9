import type { MetricReading } from "@varde/bank";
import { type Span, spanKinds } from "./span.ts";

/** The attributes of the bank or the process that telemetry is about. */
export type Resource = Readonly<Record<string, string | number>>;

const scope = { name: "varde" };
const errorStatus = { code: 2 };
/** Values count from the start of the process. */
const cumulative = 2;

/** Formats spans, each with its resource, as the JSON of an ExportTraceServiceRequest. */
export const formatSpans = (
  parts: readonly { readonly resource: Resource; readonly spans: readonly Span[] }[],
): object => ({
  resourceSpans: parts.map(({ resource, spans }) => ({
    resource: { attributes: formatAttributes(resource) },
    scopeSpans: [{ scope, spans: spans.map(formatSpan) }],
  })),
});

/** Formats metrics, each with its resource, as the JSON of an ExportMetricsServiceRequest. */
export const formatReadings = (
  parts: readonly { readonly resource: Resource; readonly readings: readonly MetricReading[] }[],
  times: { readonly startMs: number; readonly nowMs: number },
): object => {
  const at = {
    startTimeUnixNano: formatNanoseconds(times.startMs),
    timeUnixNano: formatNanoseconds(times.nowMs),
  };
  return {
    resourceMetrics: parts.map(({ resource, readings }) => ({
      resource: { attributes: formatAttributes(resource) },
      scopeMetrics: [{ scope, metrics: readings.map((metric) => formatMetric(metric, at)) }],
    })),
  };
};

const formatSpan = (span: Span): object => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
  ...(span.state !== "" && { traceState: span.state }),
  name: span.name,
  kind: spanKinds[span.kind],
  startTimeUnixNano: formatNanoseconds(span.startMs),
  endTimeUnixNano: formatNanoseconds(span.endMs),
  attributes: formatAttributes(span.attributes),
  ...(span.isError && { status: errorStatus }),
});

const formatMetric = (metric: MetricReading, at: object): object => {
  const { name, type, help: description } = metric;
  const dataPoints = metric.series.map((series) => {
    const labels = Object.fromEntries(
      metric.labels.map((label, position) => [label, series.labels[position] ?? ""]),
    );
    const point = { ...at, attributes: formatAttributes(labels) };
    if ("value" in series) return { ...point, asDouble: series.value };
    const { bounds, counts, sum } = series;
    const count = counts.reduce((total, each) => total + each, 0);
    return {
      ...point,
      count: String(count),
      sum,
      bucketCounts: counts.map(String),
      explicitBounds: bounds,
    };
  });
  const described = { name, description, unit: readUnit(name) };
  switch (type) {
    case "gauge":
      return { ...described, gauge: { dataPoints } };
    case "histogram":
      return { ...described, histogram: { dataPoints, aggregationTemporality: cumulative } };
    case "counter":
      return {
        ...described,
        sum: { dataPoints, aggregationTemporality: cumulative, isMonotonic: true },
      };
  }
};

/** Names end with their unit, as usual with Prometheus. */
const readUnit = (name: string): string => {
  if (/_seconds(?:_total)?$/.test(name)) return "s";
  return /_bytes$/.test(name) ? "By" : "1";
};

const formatAttributes = (
  attributes: Readonly<Record<string, string | number | undefined>>,
): readonly object[] =>
  Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [
      {
        key,
        value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) },
      },
    ];
  });

/** OTLP writes 64-bit numbers as text. A number of milliseconds is exact to the microsecond. */
const formatNanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);
