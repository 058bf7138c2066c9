import type { Bank } from "../bank.ts";

/** Where a world's clock stands, and how often it was set back before. */
export interface WorldTime {
  readonly now: number;
  readonly epoch: number;
}

/** Both of one moment, though the clock may be set back between two readings. */
export const readTime = async (worldId: string, { clock }: Bank): Promise<WorldTime> => {
  const readEpoch = async () => (await clock.epoch?.(worldId)) ?? 0;
  for (;;) {
    const epoch = await readEpoch();
    const now = await clock.now(worldId);
    if ((await readEpoch()) === epoch) return { now, epoch };
  }
};
