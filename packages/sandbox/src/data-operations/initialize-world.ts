import { answerWith, forgetWorld } from "@varde/bank";
import { dataSet } from "../data-set/index.ts";
import type { DataOperation, DataParts } from "./data-parts.ts";

/** CUS-10, CUS-11: everything in the caller's world is again as on the first day. */
export const initializeSandbox: DataOperation = async (context, parts, bank) => {
  await initializeWorld(context.tpp.worldId, parts);
  bank.knownPsus.forget();
  return answerWith(200, {
    dataSet: dataSet.version,
    customers: Object.keys(dataSet.people).length + Object.keys(dataSet.companies).length,
  });
};

/**
 * Payments, consents and sessions go first: whoever comes in between meets a bank without them, not
 * payments whose accounts are gone.
 */
export const initializeWorld = async (
  worldId: string,
  { storage, resetWorld }: Pick<DataParts, "storage" | "resetWorld">,
): Promise<void> => {
  await forgetWorld(storage, worldId);
  await resetWorld(worldId);
};
