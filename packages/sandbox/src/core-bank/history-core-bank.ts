import type { CoreBank } from "@varde/bank";
import { continueHistory, type HistoryParts } from "../history/continue-history.ts";

/** The core bank of a world whose customers go on living: each clearing run books their day. */
export const historyCoreBank = (coreBank: CoreBank, parts: HistoryParts): CoreBank => ({
  ...coreBank,
  runClearing: async (worldId, at) => {
    await continueHistory(worldId, at, parts);
    await coreBank.runClearing?.(worldId, at);
  },
});
