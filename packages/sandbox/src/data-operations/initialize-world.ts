import { deleteWorldData, respondWith, type WorldId } from "@varde/bank";
import type { DataOperation, DataParts } from "./data-parts.ts";

/** CUS-10, CUS-11: resets the caller's world to the initial data set. */
export const initializeSandbox: DataOperation = async (context, parts) => {
  await initializeWorld(context.tpp.worldId, parts);
  const { version, people, companies } = parts.dataSet;
  return respondWith(200, {
    dataSet: version,
    customers: Object.keys(people).length + Object.keys(companies).length,
  });
};

/**
 * Deletes payments, consents and sessions before accounts, so that a concurrent request never finds
 * a payment whose account is gone.
 */
export const initializeWorld = async (
  worldId: WorldId,
  { storage, resetWorld }: Pick<DataParts, "storage" | "resetWorld">,
): Promise<void> => {
  await deleteWorldData(storage, worldId);
  await resetWorld(worldId);
};
