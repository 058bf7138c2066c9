import type { IncomingHttpHeaders } from "node:http";
import type { Operation } from "@varde/protocol";
import type { Refusal } from "./refusal.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * A request whose response was sent, or whose connection was closed before that. Every request has
 * one: operations, pages, health, control API, unknown paths and refusals under overload.
 */
export interface FinishedRequest {
  /**
   * The id of the operation, method and route of a page ("GET /sca/:secret"), "unrouted" if neither
   * matches, or "unreadable" if the request is not HTTP. The number of names is bounded.
   */
  readonly name: string;
  /** The operation of the interface, also if it was refused under overload. */
  readonly operation: Operation | undefined;
  /** The HTTP status; undefined if the connection was closed before the response began. */
  readonly status: number | undefined;
  /** Whether the last byte of the response was sent. */
  readonly isComplete: boolean;
  /** Machine time in milliseconds at which the headers of the request were complete. */
  readonly receivedAt: number;
  /** From receipt until the last byte of the response was sent or the connection was closed. */
  readonly durationMs: number;
  /** When each stage ended, in milliseconds after the receipt; undefined if it was not reached. */
  readonly bodyReadMs: number | undefined;
  readonly checkedMs: number | undefined;
  readonly handledMs: number | undefined;
  /** Why the request was refused before its checks, if it was. */
  readonly notAdmitted: "overload" | "suspended" | undefined;
  /** For operations that were admitted: what the checks have found out, as far as they came. */
  readonly context: RequestContext | undefined;
  /** For operations that were admitted: the refusal that was presented, if there was one. */
  readonly refusal: Refusal | undefined;
  /** The trace that the request belongs to, if it is followed across systems. */
  readonly trace: RequestTrace | undefined;
}

/**
 * Receives every finished request, once. It runs on the path of the request, so it only adds to
 * sums or to a queue.
 */
export type RequestObserver = (finished: FinishedRequest) => void;

/** A request that is followed across systems. */
export interface RequestTrace {
  /** Runs a part of serving the request, so that its calls and log lines belong to the trace. */
  run<Result>(action: () => Result): Result;
  /** Receives the request when it has finished. */
  end(finished: FinishedRequest): void;
}

/** Follows requests across systems. The host of a bank supplies it, with a format of its choice. */
export interface RequestTracer {
  /** Returns the trace of a request, from its headers; undefined if it is not followed. */
  begin(headers: IncomingHttpHeaders): RequestTrace | undefined;
  /** Returns fields for the lines of the log that are written while a request is served. */
  logFields(): object;
}
