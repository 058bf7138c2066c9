import type { Awaitable } from "@varde/storage";

/**
 * Supplies the time in epoch milliseconds. `machineNow` is for what must not be moved: Date,
 * certificates, request ids. `now` is the bank's time in a world, which a sandbox may move.
 *
 * @example
 * const clock: Clock = { machineNow: () => Date.now(), now: () => Date.now() };
 */
export interface Clock {
  machineNow(): number;
  now(worldId: string): Awaitable<number>;
  /**
   * Returns how often the world's clock has been set back. Each batch runs once per epoch. A clock
   * that is never set back omits it.
   */
  epoch?(worldId: string): Promise<number>;
}
