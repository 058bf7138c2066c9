interface AnswerCount {
  readonly operation: string;
  readonly status: number;
  count: number;
}

/**
 * What the bank has answered, and how its process is doing, in the form Prometheus reads. Counting
 * is cheap; everything else waits for the first one who asks.
 */
export class BankMetrics {
  readonly #answers = new Map<string, AnswerCount>();
  readonly #portFailures = new Map<string, number>();
  #prometheus: ReturnType<typeof openRegistry> | undefined;

  countResponse(operation: string, status: number): void {
    const key = `${operation} ${status}`;
    const known = this.#answers.get(key);
    if (known === undefined) this.#answers.set(key, { operation, status, count: 1 });
    else known.count += 1;
  }

  countPortFailure(method: string): void {
    this.#portFailures.set(method, (this.#portFailures.get(method) ?? 0) + 1);
  }

  /** Given how many instructions wait for the core bank, where that can be told. */
  async present(
    waiting?: number,
  ): Promise<{ readonly contentType: string; readonly text: string }> {
    this.#prometheus ??= openRegistry();
    const { registry, answers, portFailures, instructions } = await this.#prometheus;
    instructions.remove();
    if (waiting !== undefined) instructions.set({}, waiting);
    answers.reset();
    portFailures.reset();
    for (const [method, count] of this.#portFailures) portFailures.inc({ method }, count);
    for (const { operation, status, count } of this.#answers.values()) {
      answers.inc({ operation, status: String(status) }, count);
    }
    return { contentType: registry.contentType, text: await registry.metrics() };
  }
}

const openRegistry = async () => {
  const { Counter, Gauge, collectDefaultMetrics, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new Counter({
    name: "varde_responses_total",
    help: "Answers to TPPs, by operation and HTTP status",
    labelNames: ["operation", "status"],
    registers: [registry],
  });
  const portFailures = new Counter({
    name: "varde_port_failures_total",
    help: "Answers of the bank's own systems that were wrong, late or missing, by port and method",
    labelNames: ["method"],
    registers: [registry],
  });
  const instructions = new Gauge({
    name: "varde_instructions_waiting",
    help: "Signed payments handed to the core bank, or about to be, that it has not answered yet",
    labelNames: [],
    registers: [registry],
  });
  return { registry, answers, portFailures, instructions };
};
