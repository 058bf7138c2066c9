/** Hits and misses of a read cache since it was created. */
export interface CacheActivity {
  readonly name: string;
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
}

/** The activity of a storage at one moment, for metrics. */
export interface StorageActivity {
  /** Units that wait for the next commit of SQLite, or for a connection to PostgreSQL. */
  readonly unitsWaiting: number;
  /** Transactions that were committed. SQLite commits several units together. */
  readonly commits: number;
  /** PostgreSQL only. */
  readonly connections?: { readonly busy: number; readonly idle: number; readonly max: number };
  readonly caches: readonly CacheActivity[];
}

/**
 * The steps of a unit that are timed: `write` from the call until its effects are durable, `read`
 * from the call to the value, `connect` the wait for a connection. SQLite times only `write`,
 * because its reads do not wait.
 */
export type TimedStep = "write" | "read" | "connect";

/** Receives how long a step took. It runs for every unit, so it only adds to sums. */
export type StepObserver = (step: TimedStep, ms: number) => void;

/** The observers of a storage. */
export class StepObservers {
  readonly #observers = new Set<StepObserver>();

  /** Adds an observer, and returns a function that removes it. */
  add(observer: StepObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  report(step: TimedStep, ms: number): void {
    for (const observe of this.#observers) observe(step, ms);
  }
}
