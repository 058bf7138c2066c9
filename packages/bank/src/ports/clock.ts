import type { Awaitable } from "@varde/storage";

/**
 * Time. `machineNow` judges what must not be moved (Date, certificates, request ids); `now` is the
 * bank's own time in a world, which a sandbox may move. Both are epoch milliseconds.
 *
 * @example
 * const clock: Clock = { machineNow: () => Date.now(), now: () => Date.now() };
 */
export interface Clock {
  machineNow(): number;
  now(worldId: string): Awaitable<number>;
  /**
   * How often the world's clock has been set back. Batches are run once in each epoch. A clock that
   * only goes forward leaves it out.
   */
  epoch?(worldId: string): Promise<number>;
}
