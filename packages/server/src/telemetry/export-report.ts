import type { Bank } from "@varde/bank";
import type { Signal } from "./collector-client.ts";

/** How often a collector that accepts nothing is logged. */
const warnIntervalMs = 5 * 60_000;

/** Counts exports and dropped spans, and logs failures, but not each of them. */
export class ExportReport {
  readonly #bank: Pick<Bank, "metrics" | "log">;
  #failures = 0;
  #dropped = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(bank: Pick<Bank, "metrics" | "log">) {
    this.#bank = bank;
  }

  complete(signal: Signal): void {
    this.#bank.metrics.value("telemetryExports", signal, "completed").add();
  }

  drop(spans: number): void {
    this.#bank.metrics.value("telemetrySpansDropped").add(spans);
    this.#dropped += spans;
  }

  fail(signal: Signal, error: unknown): void {
    const { metrics, log } = this.#bank;
    metrics.value("telemetryExports", signal, "failed").add();
    this.#failures += 1;
    const now = performance.now();
    if (now - this.#warnedAt < warnIntervalMs) return;
    this.#warnedAt = now;
    const fields = { signal, failures: this.#failures, spansDropped: this.#dropped };
    log.warn({ ...fields, reason: readReason(error) }, "telemetry export failed");
    this.#failures = 0;
    this.#dropped = 0;
  }
}

/** Returns the code of a failed connection, or else the message. */
const readReason = (error: unknown): string => {
  const { message, cause } = Object(error);
  return String(Object(cause).code ?? message);
};
