import type { IncomingMessage, ServerResponse } from "node:http";
import type { Operation } from "@varde/protocol";
import type {
  FinishedRequest,
  RequestObserver,
  RequestTrace,
  RequestTracer,
} from "../request/finished-request.ts";
import type { Refusal } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";

/** A request that is being served, with what is known about it so far. */
export class RequestObservation implements FinishedRequest {
  name = "unrouted";
  operation: Operation | undefined = undefined;
  status: number | undefined = undefined;
  isComplete = false;
  readonly receivedAt: number;
  durationMs = 0;
  bodyReadMs: number | undefined = undefined;
  checkedMs: number | undefined = undefined;
  handledMs: number | undefined = undefined;
  notAdmitted: "overload" | "suspended" | undefined = undefined;
  context: RequestContext | undefined = undefined;
  refusal: Refusal | undefined = undefined;
  readonly trace: RequestTrace | undefined;
  readonly #startedAt = performance.now();

  constructor(receivedAt: number, trace?: RequestTrace) {
    this.receivedAt = receivedAt;
    this.trace = trace;
  }

  /** Milliseconds since the receipt, which changes of the clock do not affect. */
  elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  setOperation(operation: Operation): void {
    this.operation = operation;
    this.name = operation.id;
  }

  finish(response: Pick<ServerResponse, "headersSent" | "statusCode" | "writableFinished">): void {
    this.durationMs = this.elapsedMs();
    if (response.headersSent) this.status = response.statusCode;
    this.isComplete = response.writableFinished;
  }
}

interface ObservedBank {
  readonly storage: { now(): number };
  readonly log: { error(fields: object, text: string): void };
}

/** Observes every request from its receipt to the end of its response. */
export class RequestObservations {
  readonly #observers: readonly RequestObserver[];
  readonly #bank: ObservedBank;
  readonly #tracer: RequestTracer | undefined;
  readonly #pages = new WeakMap<ServerResponse, RequestObservation>();

  constructor(observers: readonly RequestObserver[], bank: ObservedBank, tracer?: RequestTracer) {
    this.#observers = observers;
    this.#bank = bank;
    this.#tracer = tracer;
  }

  /** Begins at the receipt of a request; ends with the response or with the connection. */
  begin(request: IncomingMessage, response: ServerResponse): RequestObservation {
    const trace = this.#tracer?.begin(request.headers);
    const observation = new RequestObservation(this.#bank.storage.now(), trace);
    response.on("close", () => {
      observation.finish(response);
      this.#report(observation);
    });
    return observation;
  }

  /** Remembers the observation of a request that is not for the interface, until it is routed. */
  expectPage(response: ServerResponse, observation: RequestObservation): void {
    this.#pages.set(response, observation);
  }

  namePage(response: ServerResponse, name: string): void {
    const observation = this.#pages.get(response);
    if (observation !== undefined) observation.name = name;
  }

  /** Reports a request that could not be read as HTTP, and so has no response object. */
  reportUnreadable(status: number): void {
    const observation = new RequestObservation(this.#bank.storage.now());
    observation.name = "unreadable";
    observation.status = status;
    observation.isComplete = true;
    this.#report(observation);
  }

  /** An observer that fails affects neither the others nor the process. */
  #report(finished: FinishedRequest): void {
    for (const observe of this.#observers) {
      try {
        observe(finished);
      } catch (error) {
        this.#bank.log.error({ err: error, operation: finished.name }, "request observer failed");
      }
    }
  }
}
