import type { TestBank } from "@varde/sandbox";

/**
 * Stops the clock of every world there is, so that a limit is met to the millisecond however long
 * the calls take, and answers how it is moved on.
 */
export const stopClock = async ({
  clock,
  listWorlds,
}: TestBank): Promise<(ms: number) => Promise<void>> => {
  const worlds = await listWorlds();
  for (const { worldId } of worlds) {
    await clock.setClock(worldId, await clock.now(worldId), "fixed");
  }
  return async (ms) => {
    for (const { worldId } of worlds) await clock.advanceClock(worldId, ms);
  };
};
