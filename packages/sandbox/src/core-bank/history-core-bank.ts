import type { CoreBank } from "@varde/bank";
import { continueHistory, type HistoryParts } from "../history/continue-history.ts";
import type { WorldData } from "../world-data.ts";

/** Continues the customers' generated history in each clearing run. */
export const historyCoreBank = (
  coreBank: CoreBank,
  parts: HistoryParts & Pick<WorldData, "copyDataSet">,
): CoreBank => ({
  ...coreBank,
  runClearing: async (worldId, at) => {
    await parts.copyDataSet(worldId);
    await continueHistory(worldId, at, parts);
    await coreBank.runClearing?.(worldId, at);
  },
});
