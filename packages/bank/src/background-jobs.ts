import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { jobEndMsMax, jobRunMsMax } from "./constants.ts";

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

  /**
   * Runs a job at an interval. Runs of one job do not overlap, unless one does not end: it is left
   * behind, so that it cannot keep the job from ever running again.
   */
  every(
    ms: number,
    name: string,
    job: (stopping: AbortSignal) => Promise<unknown>,
    runMsMax: number = jobRunMsMax,
  ): void {
    let current: { readonly since: number } | undefined;
    const timer = setInterval(() => {
      if (current !== undefined && performance.now() - current.since < runMsMax) return;
      if (current !== undefined) this.#log.error({ job: name }, "background job does not end");
      const begun = { since: performance.now() };
      current = begun;
      const run = job(this.stopping)
        .catch((error: unknown) =>
          this.#log.error({ job: name, err: error }, "background job failed"),
        )
        .finally(() => {
          if (current === begun) current = undefined;
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
