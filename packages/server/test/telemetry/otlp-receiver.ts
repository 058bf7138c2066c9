import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { type LocalServer, serveLocally } from "@varde/testkit/processes";

type Attributes = Readonly<Record<string, string | number>>;

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly traceState: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Attributes;
  readonly isError: boolean;
}

/** A collector of a test, which reads OTLP as JSON strictly. */
export interface OtlpReceiver extends LocalServer {
  /** The bodies of all requests, as they were sent. */
  readonly texts: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  readonly resources: readonly Attributes[];
  readonly spans: readonly ReceivedSpan[];
  /** The last metrics, as lines in the text format of Prometheus. */
  readonly metricLines: ReadonlySet<string>;
}

/** Starts a collector that responds with a status and a body. */
export const startReceiver = async (
  respond: () => readonly [status: number, body: string] = () => [200, "{}"],
): Promise<OtlpReceiver> => {
  const texts: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const resources: Attributes[] = [];
  const spans: ReceivedSpan[] = [];
  const metricLines = new Set<string>();
  const server = await serveLocally(async (request, response) => {
    const body = await text(request);
    texts.push(body);
    headers.push(request.headers);
    assert.equal(request.method, "POST");
    assert.equal(request.headers["content-type"], "application/json");
    if (request.url === "/v1/traces") {
      for (const { resource, scopeSpans, ...more } of JSON.parse(body).resourceSpans) {
        assert.deepEqual(more, {});
        resources.push(readAttributes(resource.attributes));
        spans.push(...scopeSpans[0].spans.map(readSpan));
      }
    } else {
      assert.equal(request.url, "/v1/metrics");
      metricLines.clear();
      for (const { resource, scopeMetrics } of JSON.parse(body).resourceMetrics) {
        resources.push(readAttributes(resource.attributes));
        for (const metric of scopeMetrics[0].metrics) {
          for (const line of readMetric(metric)) metricLines.add(line);
        }
      }
    }
    const [status, sent] = respond();
    response.writeHead(status, { "content-type": "application/json" }).end(sent);
  });
  return { ...server, texts, headers, resources, spans, metricLines };
};

// biome-ignore lint/suspicious/noExplicitAny: tests read any JSON
type Json = any;

const readAttributes = (attributes: Json): Attributes =>
  Object.fromEntries(
    attributes.map(({ key, value }: Json) => {
      if ("stringValue" in value) return [key, value.stringValue];
      assert.match(value.intValue, /^\d+$/);
      return [key, Number(value.intValue)];
    }),
  );

const readTime = (value: unknown): bigint => {
  assert.match(String(value), /^\d{19}$/);
  return BigInt(value as string);
};

const readSpan = (sent: Json): ReceivedSpan => {
  const { traceId, spanId, parentSpanId, traceState, name, kind, status, attributes } = sent;
  assert.match(traceId, /^[0-9a-f]{32}$/);
  for (const id of [spanId, parentSpanId ?? spanId]) assert.match(id, /^[0-9a-f]{16}$/);
  const [start, end] = [readTime(sent.startTimeUnixNano), readTime(sent.endTimeUnixNano)];
  assert.ok(start <= end, name);
  return {
    ...{ traceId, spanId, parentSpanId, traceState, name, kind, start, end },
    attributes: readAttributes(attributes),
    isError: status?.code === 2,
  };
};

/** Returns the lines of a metric that Prometheus would read. */
function* readMetric({ name, sum, gauge, histogram }: Json): Generator<string> {
  if (sum !== undefined) assert.ok(sum.isMonotonic && sum.aggregationTemporality === 2, name);
  const { dataPoints } = sum ?? gauge ?? histogram;
  for (const point of dataPoints) {
    assert.ok(readTime(point.startTimeUnixNano) <= readTime(point.timeUnixNano));
    const labels = Object.entries(readAttributes(point.attributes));
    const pairs = labels.map(([label, value]) => `${label}="${value}"`);
    if (histogram === undefined) yield formatLine(name, pairs, point.asDouble);
    else yield* readBuckets(name, pairs, point);
  }
}

function* readBuckets(name: string, pairs: readonly string[], point: Json): Generator<string> {
  assert.equal(point.bucketCounts.length, point.explicitBounds.length + 1);
  let total = 0;
  for (const [at, count] of point.bucketCounts.entries()) {
    total += Number(count);
    const bound = `le="${point.explicitBounds[at] ?? "+Inf"}"`;
    yield formatLine(`${name}_bucket`, [...pairs, bound], total);
  }
  assert.equal(Number(point.count), total);
  yield formatLine(`${name}_sum`, pairs, point.sum);
  yield formatLine(`${name}_count`, pairs, total);
}

const formatLine = (name: string, pairs: readonly string[], value: number): string =>
  `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
