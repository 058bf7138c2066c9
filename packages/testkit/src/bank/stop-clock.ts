import type { TestBank } from "@varde/sandbox";

/**
 * Stops the clocks of all worlds, so that a test meets a limit to the millisecond however long its
 * requests take. Returns a function that advances the clocks.
 */
export const stopClock = async ({
  clock,
  listWorlds,
}: TestBank): Promise<(ms: number) => Promise<void>> => {
  const worlds = await listWorlds();
  if (worlds.length === 0) {
    throw new Error("The bank has no world yet: send a TPP's first request, then stop the clock.");
  }
  for (const { worldId } of worlds) {
    await clock.setClock(worldId, await clock.now(worldId), "fixed");
  }
  return async (ms) => {
    for (const { worldId } of worlds) await clock.advanceClock(worldId, ms);
  };
};
