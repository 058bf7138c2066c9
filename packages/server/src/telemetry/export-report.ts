import type { Bank } from "@varde/bank";
import type { Signal } from "./collector-client.ts";

/** How often a collector that accepts nothing is logged. */
const warnIntervalMs = 5 * 60_000;

/** A log of the process, or of its only bank. */
export interface ExportLog {
  warn(fields: object, text: string): void;
}

/** A bank that counts, if it is open. */
interface CountingSource {
  readonly bank: Pick<Bank, "metrics"> | undefined;
}

/** Counts exports and dropped spans, and logs failures, but not each of them. */
export class ExportReport {
  readonly #log: ExportLog;
  #failures = 0;
  #dropped = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(log: ExportLog) {
    this.#log = log;
  }

  complete(source: CountingSource | undefined, signal: Signal): void {
    source?.bank?.metrics.value("telemetryExports", signal, "completed").add();
  }

  drop({ bank }: CountingSource, spans: number): void {
    bank?.metrics.value("telemetrySpansDropped").add(spans);
    this.#dropped += spans;
  }

  fail(source: CountingSource | undefined, signal: Signal, error: unknown): void {
    source?.bank?.metrics.value("telemetryExports", signal, "failed").add();
    this.#failures += 1;
    const now = performance.now();
    if (now - this.#warnedAt < warnIntervalMs) return;
    this.#warnedAt = now;
    const fields = { signal, failures: this.#failures, spansDropped: this.#dropped };
    this.#log.warn({ ...fields, reason: readReason(error) }, "telemetry export failed");
    this.#failures = 0;
    this.#dropped = 0;
  }
}

/** Returns the code of a failed connection, or else the message. */
const readReason = (error: unknown): string => {
  const { message, cause } = Object(error);
  return String(Object(cause).code ?? message);
};
