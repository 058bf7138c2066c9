import { storageLimits } from "./storage-limits.ts";

/** Remembers for a few seconds that the database refused a write: it was read-only or full. */
export class RefusedWrites {
  #refusedAt = Number.NEGATIVE_INFINITY;

  readonly record = (): void => {
    this.#refusedAt = performance.now();
  };

  get areRecent(): boolean {
    return performance.now() - this.#refusedAt < storageLimits.refusedWritesMs;
  }
}
