import type { Awaitable, Storage } from "@varde/storage";
import type { WorldId } from "./ids.ts";

/**
 * Supplies the time in epoch milliseconds. `now` is the bank's time in a world, which is the same
 * in all processes; a sandbox may move it. `machineNow` is the clock of this process, for what it
 * does alone: the Date of requests and responses, certificates, log lines.
 *
 * @example
 * const clock: Clock = { machineNow: () => Date.now(), now: () => storage.now() };
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

/** The time of a world, and how often its clock was set back. */
export interface WorldTime {
  readonly now: number;
  readonly epoch: number;
}

/** Reads both at one moment, even if the clock is set back between the two readings. */
export const readWorldTime = async (worldId: WorldId, clock: Clock): Promise<WorldTime> => {
  const readEpoch = async () => (await clock.epoch?.(worldId)) ?? 0;
  for (;;) {
    const epoch = await readEpoch();
    const now = await clock.now(worldId);
    if ((await readEpoch()) === epoch) return { now, epoch };
  }
};

/** The bank's time in production: that of its database. */
export const databaseClock = (storage: Pick<Storage, "now">): Clock => ({
  machineNow: () => Date.now(),
  now: () => storage.now(),
});
