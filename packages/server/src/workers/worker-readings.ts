import { type MetricReading, mergeReadings } from "@varde/bank";

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
