import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { jobEndMsMax } from "./constants.ts";

/** Runs jobs of this process at intervals. A failed run is retried at the next interval. */
export class BackgroundJobs {
  readonly #log: Logger;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Aborts when the process stops, so that long jobs leave the rest to the next process. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Runs a job at an interval. Runs of one job never overlap. */
  every(ms: number, job: (stopping: AbortSignal) => Promise<unknown>): void {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      const run = job(this.stopping)
        .catch((error: unknown) => this.#log.error({ err: error }, "background job failed"))
        .finally(() => {
          isRunning = false;
          this.#running.delete(run);
        });
      this.#running.add(run);
    }, ms);
    this.#timers.push(timer.unref());
  }

  /**
   * Starts no further runs and resolves when the current ones have ended. A run that does not end
   * in time is abandoned, which is as safe as a crash at that point.
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
