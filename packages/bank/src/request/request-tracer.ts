import type { IncomingHttpHeaders } from "node:http";
import type { FinishedRequest } from "./finished-request.ts";

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
