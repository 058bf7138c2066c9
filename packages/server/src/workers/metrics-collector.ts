import type { Worker } from "node:cluster";
import type { WorkerOrder, WorkerReport } from "./worker-messages.ts";
import { WorkerReadings } from "./worker-readings.ts";

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
