import type { FinishedRequest } from "@varde/bank";
import type { Span } from "./span.ts";
import { newSpanId, type TraceContext } from "./trace-context.ts";

/** Where a span is in its trace. */
export interface SpanPosition {
  /** The trace, with the id of the span itself. */
  readonly context: TraceContext;
  readonly parentSpanId: string | undefined;
}

const serverErrorMin = 500;

/**
 * Returns the span of a request and those of its stages. They say which operation, which TPP and
 * which outcome, and nothing that identifies a person, an account or a payment.
 */
export const describeRequest = (
  finished: FinishedRequest,
  position: SpanPosition,
  startMs: number,
): readonly Span[] => {
  const { status, isComplete, durationMs } = finished;
  const route = readRoute(finished);
  const request: Span = {
    ...placeSpan(position),
    name: route === undefined ? finished.name : `${route.method} ${route.path}`,
    kind: "server",
    startMs,
    endMs: startMs + durationMs,
    attributes: {
      "http.request.method": route?.method,
      "http.route": route?.path,
      "http.response.status_code": status,
      "error.type": readErrorType(finished),
      "varde.operation": finished.name,
      "varde.tpp": finished.context?.knownTpp?.identifier,
    },
    isError: !isComplete || (status ?? serverErrorMin) >= serverErrorMin,
  };
  return [request, ...describeStages(finished, position.context, startMs)];
};

/** Returns the span of a call to one of the bank's own systems. */
export const describePortCall = (
  name: string,
  position: SpanPosition,
  times: Pick<Span, "startMs" | "endMs">,
  error: unknown,
): Span => ({
  ...placeSpan(position),
  ...times,
  name,
  kind: "client",
  // The message of an error could contain personal data.
  attributes: {
    "error.type": error === undefined ? undefined : (Object(error).constructor?.name ?? "Error"),
  },
  isError: error !== undefined,
});

const placeSpan = ({ context, parentSpanId }: SpanPosition) => {
  const { traceId, spanId, state } = context;
  return { traceId, spanId, parentSpanId, state };
};

const describeStages = (
  { bodyReadMs, checkedMs, handledMs, durationMs }: FinishedRequest,
  context: TraceContext,
  startMs: number,
): readonly Span[] => {
  const ends = { body: bodyReadMs, checks: checkedMs, useCase: handledMs, response: durationMs };
  const spans: Span[] = [];
  let begunMs = 0;
  for (const [name, endedMs] of Object.entries(ends)) {
    // Pages have no stages, and a refused request does not reach all of them.
    if (endedMs === undefined) break;
    const position = { context: { ...context, spanId: newSpanId() }, parentSpanId: context.spanId };
    spans.push({
      ...placeSpan(position),
      name,
      kind: "internal",
      startMs: startMs + begunMs,
      endMs: startMs + endedMs,
      attributes: {},
      isError: false,
    });
    begunMs = endedMs;
  }
  return spans;
};

/** Returns method and path of an operation or of a page; undefined for what has neither. */
const readRoute = ({ name, operation }: FinishedRequest) => {
  if (operation !== undefined) return { method: operation.method, path: operation.path };
  const [, method, path] = /^([A-Z]+) (.*)$/.exec(name) ?? [];
  return method === undefined || path === undefined ? undefined : { method, path };
};

const readErrorType = ({ notAdmitted, refusal, isComplete }: FinishedRequest) =>
  notAdmitted ?? refusal?.violations[0].code ?? (isComplete ? undefined : "incomplete");
