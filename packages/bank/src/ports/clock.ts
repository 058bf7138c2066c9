import type { Awaitable } from "@varde/storage";
import type { WorldId } from "./ids.ts";

/**
 * Supplies the time in epoch milliseconds. `machineNow` is for what must not be moved: Date,
 * certificates, request ids. `now` is the bank's time in a world, which a sandbox may move.
 *
 * @example
 * const clock: Clock = { machineNow: () => Date.now(), now: () => Date.now() };
 */
export interface Clock {
  machineNow(): number;
  now(worldId: WorldId): Awaitable<number>;
  /**
   * Returns how often the world's clock has been set back. Each batch runs once per epoch. A clock
   * that is never set back omits it.
   */
  epoch?(worldId: WorldId): Promise<number>;
}

/** The machine's time, which is the bank's time in production. */
export const systemClock: Clock = { machineNow: () => Date.now(), now: () => Date.now() };
