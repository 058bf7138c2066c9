import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { run, type Storage } from "@varde/storage";
import type { FinishedRequest } from "../../request/finished-request.ts";
import type { KpiMinute } from "./kpi-minute.ts";
import { KpiRecorder } from "./kpi-recorder.ts";
import { forgetKpiRows, storeKpiRows } from "./kpi-store.ts";

/** How long a stopping process waits for the database. */
const finishMsMax = 2_000;

interface WritingBank {
  readonly storage: Pick<Storage, "write" | "now">;
}

/**
 * Observes the requests of this process and stores their sums. Rows that could not be stored are
 * kept in memory for the next attempt, so that an outage of the database is counted too.
 */
export class KpiWriter {
  readonly #bank: WritingBank;
  readonly #retentionMs: number;
  readonly #processId = randomUUID();
  readonly #startedAt: number;
  readonly #recorder = new KpiRecorder(this.#processId);
  #waiting: readonly KpiMinute[] = [];

  constructor(bank: WritingBank, retentionMs: number) {
    this.#bank = bank;
    this.#retentionMs = retentionMs;
    this.#startedAt = bank.storage.now();
  }

  observe(finished: FinishedRequest): void {
    this.#recorder.observe(finished);
  }

  /** Stores what was observed since the last call, and that this process is running. */
  async write(): Promise<void> {
    const { storage } = this.#bank;
    const now = storage.now();
    const rows = [...this.#waiting, ...this.#recorder.drain()];
    this.#waiting = rows;
    const processRun = { processId: this.#processId, startedAt: this.#startedAt, seenUntil: now };
    await storage.write(() =>
      run(...storeKpiRows(processRun, rows), ...forgetKpiRows(now - this.#retentionMs)),
    );
    const written = new Set(rows);
    this.#waiting = this.#waiting.filter((row) => !written.has(row));
  }

  /** Stores the last figures of a process that stops, if the database takes them soon. */
  async finish(log: { warn(fields: object, text: string): void }): Promise<void> {
    const isLate = setTimeout(finishMsMax, true, { ref: false });
    const isFailed = this.write().then(
      () => false,
      () => true,
    );
    if (await Promise.race([isFailed, isLate])) {
      log.warn({ minutes: this.#waiting.length }, "last figures for the regulator not stored");
    }
  }
}
