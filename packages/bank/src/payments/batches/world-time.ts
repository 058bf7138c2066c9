import type { Bank } from "../../bank.ts";
import type { WorldId } from "../../ports/ids.ts";

/** The time of a world, and how often its clock was set back. */
export interface WorldTime {
  readonly now: number;
  readonly epoch: number;
}

/** Reads both at one moment, even if the clock is set back between the two readings. */
export const readWorldTime = async (worldId: WorldId, { clock }: Bank): Promise<WorldTime> => {
  const readEpoch = async () => (await clock.epoch?.(worldId)) ?? 0;
  for (;;) {
    const epoch = await readEpoch();
    const now = await clock.now(worldId);
    if ((await readEpoch()) === epoch) return { now, epoch };
  }
};
