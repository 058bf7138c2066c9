import { setTimeout as after } from "node:timers/promises";
import { type Awaitable, isPromise } from "@varde/storage";
import type { Logger } from "pino";
import { jobEndMsMax, jobRunMsMax } from "../../configuration/constants.ts";
import type { BankMetrics } from "../metrics/bank-metrics.ts";

/**
 * The time between the starts of two jobs of a minute or more, which all begin when a bank opens.
 * Those that are due together would each open a connection to the database.
 */
const phaseStepMs = 100;
const phasedMsMin = 60_000;

/** The result of a run that left its job to another process. */
export const skipped = Symbol("skipped");

/** Runs jobs of this process at intervals. A failed run is retried at the next interval. */
export class BackgroundJobs {
  readonly #log: Logger;
  readonly #metrics: Pick<BankMetrics, "value" | "histogram" | "onRead">;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(log: Logger, metrics: Pick<BankMetrics, "value" | "histogram" | "onRead">) {
    this.#log = log;
    this.#metrics = metrics;
  }

  /** Aborts when the process stops, so that long jobs leave the rest to the next process. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /**
   * Runs a job at an interval. Runs of one job do not overlap, unless one does not end: it is left
   * behind, so that it cannot keep the job from ever running again. Most runs find nothing to do: a
   * job that notices this at once returns no promise, because an idle process does little else. One
   * that another process does returns `skipped`.
   */
  every(
    ms: number,
    name: string,
    job: (stopping: AbortSignal) => Awaitable<unknown>,
    runMsMax: number = jobRunMsMax,
  ): void {
    const count = (outcome: "completed" | "skipped" | "failed" | "overdue") =>
      this.#metrics.value("jobRuns", name, outcome);
    const [completed, failed, overdue] = [count("completed"), count("failed"), count("overdue")];
    const left = count("skipped");
    const duration = this.#metrics.histogram("jobDuration", name);
    let succeededAt = performance.now();
    this.#metrics.onRead(() => {
      const age = this.#metrics.value("jobLastSuccessAge", name);
      age.set((performance.now() - succeededAt) / 1_000);
    });
    let current: { readonly since: number } | undefined;
    const complete = (result: unknown) => {
      if (result === skipped) return left.add();
      completed.add();
      succeededAt = performance.now();
    };
    const fail = (error: unknown) => {
      failed.add();
      this.#log.error({ job: name, err: error }, "background job failed");
    };
    const end = (begun: { readonly since: number }) => {
      duration.observe((performance.now() - begun.since) / 1_000);
      if (current === begun) current = undefined;
    };
    const runOnce = () => {
      if (current !== undefined && performance.now() - current.since < runMsMax) return;
      if (current !== undefined) {
        overdue.add();
        this.#log.error({ job: name }, "background job does not end");
      }
      const begun = { since: performance.now() };
      current = begun;
      try {
        const result = job(this.stopping);
        if (isPromise(result)) {
          const run = result.then(complete, fail).finally(() => {
            end(begun);
            this.#running.delete(run);
          });
          this.#running.add(run);
          return;
        }
        complete(result);
      } catch (error) {
        fail(error);
      }
      end(begun);
    };
    const begin = () => this.#timers.push(setInterval(runOnce, ms).unref());
    const phaseMs = ms < phasedMsMin ? 0 : this.#timers.length * phaseStepMs;
    if (phaseMs === 0) begin();
    else this.#timers.push(setTimeout(begin, phaseMs).unref());
  }

  /**
   * Starts no further runs and resolves when the current ones have ended. A run that does not end
   * in time is abandoned, which is as safe as a crash at that point.
   */
  async stop(endMsMax = jobEndMsMax): Promise<void> {
    this.#timers.forEach(clearInterval);
    this.#stopping.abort();
    const isLate = after(endMsMax, true, { ref: false });
    if (await Promise.race([Promise.all(this.#running).then(() => false), isLate])) {
      this.#log.warn({ jobs: this.#running.size }, "background jobs did not end in time");
    }
  }
}
