import type { Worker } from "node:cluster";
import { type MetricReading, mergeReadings } from "@varde/bank";
import type { WorkerOrder, WorkerReport } from "./worker-messages.ts";

/** After this time, the last known metrics of a worker are used. */
const replyMsMax = 2_000;

/** Collects the metrics of all workers in the primary process, for the worker that was asked. */
export class MetricsCollector {
  readonly #readings = new WorkerReadings();
  readonly #waiting = new Map<number, (workerId: number) => void>();
  #lastId = 0;

  /** Handles a worker's message about metrics. */
  handle(
    worker: Worker,
    report: WorkerReport,
    workers: ReadonlySet<Worker>,
    send: (worker: Worker, order: WorkerOrder) => void,
  ): void {
    if (report.kind === "metrics") {
      this.#readings.record(worker.id, report.readings);
      this.#waiting.get(report.id)?.(worker.id);
    }
    if (report.kind !== "collect metrics") return;
    this.#lastId += 1;
    const id = this.#lastId;
    const missing = new Set([...workers].map((each) => each.id));
    const finish = () => {
      clearTimeout(late);
      this.#waiting.delete(id);
      send(worker, { kind: "all metrics", readings: this.#readings.merge() });
    };
    const late = setTimeout(finish, replyMsMax).unref();
    this.#waiting.set(id, (workerId) => {
      missing.delete(workerId);
      if (missing.size === 0) finish();
    });
    for (const each of workers) send(each, { kind: "read metrics", id });
  }

  /** Retains the counters of a worker that ended. */
  end(worker: Worker): void {
    this.#readings.end(worker.id);
    for (const replied of [...this.#waiting.values()]) replied(worker.id);
  }
}

type Readings = readonly MetricReading[];

/**
 * The metrics of all workers. Counters of workers that have ended are still part of the sum:
 * otherwise it would fall, and a monitor would count everything again.
 */
export class WorkerReadings {
  readonly #last = new Map<number, Readings>();
  #ended: Readings = [];

  /** Records the latest metrics of a worker. */
  record(workerId: number, readings: Readings): void {
    this.#last.set(workerId, readings);
  }

  /** Retains the counters of a worker that ended, as they were reported last. */
  end(workerId: number): void {
    const counters = (this.#last.get(workerId) ?? []).filter(({ type }) => type !== "gauge");
    this.#last.delete(workerId);
    this.#ended = mergeReadings([this.#ended, counters]);
  }

  merge(): Readings {
    return mergeReadings([...this.#last.values(), this.#ended]);
  }
}
