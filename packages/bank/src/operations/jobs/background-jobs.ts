import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { jobEndMsMax, jobRunMsMax } from "../../configuration/constants.ts";
import type { BankMetrics } from "../metrics/bank-metrics.ts";

/** Runs jobs of this process at intervals. A failed run is retried at the next interval. */
export class BackgroundJobs {
  readonly #log: Logger;
  readonly #metrics: Pick<BankMetrics, "value" | "histogram">;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(log: Logger, metrics: Pick<BankMetrics, "value" | "histogram">) {
    this.#log = log;
    this.#metrics = metrics;
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
    const count = (outcome: "completed" | "failed" | "overdue") =>
      this.#metrics.value("jobRuns", name, outcome);
    const [completed, failed, overdue] = [count("completed"), count("failed"), count("overdue")];
    let current: { readonly since: number } | undefined;
    const timer = setInterval(() => {
      if (current !== undefined && performance.now() - current.since < runMsMax) return;
      if (current !== undefined) {
        overdue.add();
        this.#log.error({ job: name }, "background job does not end");
      }
      const begun = { since: performance.now() };
      current = begun;
      const run = job(this.stopping)
        .then(
          () => {
            completed.add();
            this.#metrics.value("jobLastSuccess", name).set(Date.now() / 1_000);
          },
          (error: unknown) => {
            failed.add();
            this.#log.error({ job: name, err: error }, "background job failed");
          },
        )
        .finally(() => {
          const seconds = (performance.now() - begun.since) / 1_000;
          this.#metrics.histogram("jobDuration", name).observe(seconds);
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
