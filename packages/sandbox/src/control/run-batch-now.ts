import { type Parsed, parsed, unparsable } from "@varde/protocol";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

/**
 * Runs one payment batch: what is due is taken and sent, clearing settles, and the outcomes come
 * back. The world may be left out while there is only one.
 */
export const runBatchNow = async (
  body: Readonly<Record<string, unknown>>,
  sandbox: ControlledSandbox,
): Promise<Parsed<object>> => {
  const worlds = await sandbox.listWorlds();
  const wanted = body.world ?? (worlds.length === 1 ? worlds[0]?.worldId : undefined);
  const world = worlds.find((one) => one.worldId === wanted);
  if (world === undefined) {
    const known = worlds.map((one) => `${one.worldId} (${one.name})`).join(", ");
    return unparsable(`Name the world to run the batch in; there are: ${known || "none yet"}`);
  }
  const taken = await sandbox.runBatch(world.worldId);
  return parsed({ world: world.worldId, taken });
};
