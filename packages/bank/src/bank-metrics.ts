import type { PortStates } from "./ports/guard-ports.ts";
import type { FinishedRequest } from "./request/finished-request.ts";

interface ResponseCount {
  readonly operation: string;
  readonly status: number;
  count: number;
}

/** States at the time of the metrics. */
interface PresentedStates {
  /** The number of instructions waiting for the core bank. */
  readonly waiting?: number | undefined;
  /** Whether the database accepts writes. */
  readonly isWritable?: boolean;
  readonly ports?: PortStates;
}

/**
 * Metrics of responses and of the process, in the format of Prometheus. The metrics library is
 * loaded when the metrics are first read.
 */
export class BankMetrics {
  readonly #responses = new Map<string, ResponseCount>();
  readonly #portFailures = new Map<string, number>();
  readonly #toleratedForms = new Map<string, number>();
  #prometheus: ReturnType<typeof openRegistry> | undefined;

  observeRequest({ name, status }: Pick<FinishedRequest, "name" | "status">): void {
    if (status !== undefined) this.#countResponse(name, status);
  }

  #countResponse(operation: string, status: number): void {
    const key = `${operation} ${status}`;
    const known = this.#responses.get(key);
    if (known === undefined) this.#responses.set(key, { operation, status, count: 1 });
    else known.count += 1;
  }

  countPortFailure(method: string): void {
    this.#portFailures.set(method, (this.#portFailures.get(method) ?? 0) + 1);
  }

  countToleratedForm(form: string): void {
    this.#toleratedForms.set(form, (this.#toleratedForms.get(form) ?? 0) + 1);
  }

  /** Returns the metrics, with those of the database and the ports as far as they are known. */
  async present({
    waiting,
    isWritable,
    ports = {},
  }: PresentedStates): Promise<{ readonly contentType: string; readonly text: string }> {
    this.#prometheus ??= openRegistry();
    const { registry, responses, portFailures, portCalls, breakers, tolerated, ...database } =
      await this.#prometheus;
    const { instructions, writable } = database;
    for (const [port, { breaker, callsInFlight }] of Object.entries(ports)) {
      portCalls.set({ port }, callsInFlight);
      breakers.set({ port }, breaker === "open" ? 1 : 0);
    }
    writable.remove();
    if (isWritable !== undefined) writable.set({}, isWritable ? 1 : 0);
    instructions.remove();
    if (waiting !== undefined) instructions.set({}, waiting);
    responses.reset();
    portFailures.reset();
    tolerated.reset();
    for (const [form, count] of this.#toleratedForms) tolerated.inc({ form }, count);
    for (const [method, count] of this.#portFailures) portFailures.inc({ method }, count);
    for (const { operation, status, count } of this.#responses.values()) {
      responses.inc({ operation, status: String(status) }, count);
    }
    return { contentType: registry.contentType, text: await registry.metrics() };
  }
}

const openRegistry = async () => {
  const { Counter, Gauge, collectDefaultMetrics, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const responses = new Counter({
    name: "varde_responses_total",
    help: "Responses by operation, or method and route of a page, and HTTP status",
    labelNames: ["operation", "status"],
    registers: [registry],
  });
  const portFailures = new Counter({
    name: "varde_port_failures_total",
    help: "Failed, late or malformed results of the bank's own systems, by port and method",
    labelNames: ["method"],
    registers: [registry],
  });
  const portCalls = new Gauge({
    name: "varde_port_calls_in_flight",
    help: "Calls to the bank's own systems that have not ended, by port",
    labelNames: ["port"],
    registers: [registry],
  });
  const breakers = new Gauge({
    name: "varde_port_breaker_open",
    help: "1 while one of the bank's own systems is not called because its calls failed, by port",
    labelNames: ["port"],
    registers: [registry],
  });
  const tolerated = new Counter({
    name: "varde_tolerated_forms_total",
    help: "Values that were accepted although the interface asks for another form, by form",
    labelNames: ["form"],
    registers: [registry],
  });
  const instructions = new Gauge({
    name: "varde_instructions_waiting",
    help: "Signed payments without an outcome from the core bank",
    labelNames: [],
    registers: [registry],
  });
  const writable = new Gauge({
    name: "varde_database_writable",
    help: "1 if the database accepts writes, 0 if it is read-only, full or unavailable",
    labelNames: [],
    registers: [registry],
  });
  return {
    registry,
    responses,
    portFailures,
    portCalls,
    breakers,
    tolerated,
    instructions,
    writable,
  };
};
