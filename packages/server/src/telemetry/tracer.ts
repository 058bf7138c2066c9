import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import type { BankParts, BankPorts, RequestTrace, RequestTracer } from "@varde/bank";
import { isPromise } from "@varde/storage";
import { describePortCall, describeRequest, type SpanPosition } from "./describe-spans.ts";
import type { Sampler } from "./sampler.ts";
import type { Span } from "./span.ts";
import {
  formatTraceContext,
  newSpanId,
  newTraceId,
  readTraceContext,
  type TraceContext,
} from "./trace-context.ts";

/** How spans are recorded. */
export interface SpanRecording {
  readonly sample: Sampler;
  record(spans: readonly Span[]): void;
}

/** Ports that may be other systems. Calls that return a value and not a promise have no span. */
const tracedPorts = [
  "coreBank",
  "psuDirectory",
  "scaMethod",
  "appNotifier",
  "tppRegister",
  "certificateTrust",
  "responseSigner",
] as const satisfies readonly (keyof BankPorts)[];

/** A trace that is being followed. */
interface ActiveTrace {
  readonly context: TraceContext;
  /** The epoch time at which `performance.now()` was 0, for all spans of this trace in here. */
  readonly originMs: number;
}

/**
 * Follows requests by W3C Trace Context, from the headers of the caller to those of the core bank.
 * Without a recording, the caller's headers are passed on unchanged.
 */
export class Tracer implements RequestTracer {
  readonly #active = new AsyncLocalStorage<ActiveTrace>();
  readonly #recording: SpanRecording | undefined;

  constructor(recording?: SpanRecording) {
    this.#recording = recording;
  }

  begin(headers: IncomingHttpHeaders): RequestTrace | undefined {
    const parent = readTraceContext(headers);
    const recording = this.#recording;
    if (recording === undefined) return parent && this.#pass(parent);
    const position = startSpan(parent, recording.sample);
    const active = { context: position.context, originMs: readOriginMs() };
    const startMs = active.originMs + performance.now();
    return {
      run: (action) => this.#active.run(active, action),
      end: (finished) => {
        if (position.context.isSampled) {
          recording.record(describeRequest(finished, position, startMs));
        }
      },
    };
  }

  /** Returns the headers that continue the current trace in another system; none outside of one. */
  readonly headers = (): Readonly<Record<string, string>> => {
    const active = this.#active.getStore();
    return active === undefined ? {} : formatTraceContext(active.context);
  };

  readonly logFields = (): object => {
    const active = this.#active.getStore();
    return active === undefined ? {} : { traceId: active.context.traceId };
  };

  /** Returns the ports with a span for each call, if spans are recorded. */
  tracePorts(ports: BankParts["ports"]): BankParts["ports"] {
    const recording = this.#recording;
    if (recording === undefined) return ports;
    const traced = tracedPorts.flatMap((port) => {
      const supplied = ports[port];
      if (supplied === undefined) return [];
      return [[port, this.#tracePort(port, supplied, recording)] as const];
    });
    return { ...ports, ...Object.fromEntries(traced) };
  }

  #pass(context: TraceContext): RequestTrace {
    const active = { context, originMs: 0 };
    return { run: (action) => this.#active.run(active, action), end: () => {} };
  }

  #tracePort(port: string, supplied: object, recording: SpanRecording): object {
    return new Proxy(supplied, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name, target);
        if (typeof method !== "function") return method;
        const call = `${port}.${String(name)}`;
        return (...given: readonly unknown[]) =>
          this.#call(call, () => method.apply(target, given), recording);
      },
    });
  }

  /** Makes a call as a span of the current trace, or of a new one outside of a request. */
  #call(name: string, call: () => unknown, { sample, record }: SpanRecording): unknown {
    const outer = this.#active.getStore();
    if (outer !== undefined && !outer.context.isSampled) return call();
    const position = startSpan(outer?.context, outer === undefined ? sample : () => true);
    if (!position.context.isSampled) return call();
    const originMs = outer?.originMs ?? readOriginMs();
    const startMs = originMs + performance.now();
    const end = (error?: unknown) => {
      const times = { startMs, endMs: originMs + performance.now() };
      record([describePortCall(name, position, times, error)]);
    };
    const active = { context: position.context, originMs };
    const result = this.#active.run(active, call);
    if (isPromise(result)) {
      result.then(
        () => end(),
        (error: unknown) => end(error ?? "rejected"),
      );
    }
    return result;
  }
}

const startSpan = (parent: TraceContext | undefined, sample: Sampler): SpanPosition => {
  const traceId = parent?.traceId ?? newTraceId();
  const isSampled = sample(traceId, parent);
  return {
    context: { traceId, spanId: newSpanId(), isSampled, state: parent?.state ?? "" },
    parentSpanId: parent?.spanId,
  };
};

const readOriginMs = (): number => Date.now() - performance.now();
