import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { jobEndMsMax } from "./constants.ts";

/** What a process does by itself, each at its own pace; a failed turn is tried again later. */
export class BackgroundJobs {
  readonly #log: Logger;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Tells long work that the process ends: it leaves the rest to the next one. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** One turn never begins before the one before it has ended. */
  every(ms: number, job: (stopping: AbortSignal) => Promise<unknown>): void {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      const turn = job(this.stopping)
        .catch((error: unknown) => this.#log.error({ err: error }, "background job failed"))
        .finally(() => {
          isRunning = false;
          this.#running.delete(turn);
        });
      this.#running.add(turn);
    }, ms);
    this.#timers.push(timer.unref());
  }

  /**
   * Begins no further turn and answers when those under way have ended. One that does not end in
   * time is left where it is, which does as little harm as a crash there.
   */
  async stop(endMsMax = jobEndMsMax): Promise<void> {
    this.#timers.forEach(clearInterval);
    this.#stopping.abort();
    const isLate = setTimeout(endMsMax, true, { ref: false });
    if (await Promise.race([Promise.all(this.#running).then(() => false), isLate])) {
      this.#log.warn({ jobs: this.#running.size }, "background jobs did not end in time");
    }
  }
}
