import type { CoreBank } from "@varde/bank";
import { continueHistory, type HistoryParts } from "../history/continue-history.ts";

/** Continues the customers' generated history in each clearing run. */
export const historyCoreBank = (coreBank: CoreBank, parts: HistoryParts): CoreBank => ({
  ...coreBank,
  runClearing: async (worldId, at) => {
    await continueHistory(worldId, at, parts);
    await coreBank.runClearing?.(worldId, at);
  },
});
