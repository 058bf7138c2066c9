import assert from "node:assert/strict";
import type { TestBank } from "@varde/sandbox";

/** Returns the id of the bank's only world. */
export const onlyWorld = async (bank: Pick<TestBank, "listWorlds">): Promise<string> => {
  const [world, another] = await bank.listWorlds();
  assert(world !== undefined && another === undefined, "the bank has exactly one world");
  return world.worldId;
};
