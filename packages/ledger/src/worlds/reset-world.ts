import { copyWorldRows, run, type Storage, type Unit, type WorldId } from "@varde/storage";
import { deleteStatements } from "./delete-world.ts";
import { ledgerWorldTables } from "./ledger-world-tables.ts";

/**
 * Replaces a world with a fresh copy of another in one unit, so that readers never see it empty.
 */
export function resetWorld(storage: Storage, worldId: WorldId, from: WorldId): Promise<void> {
  return storage.write(() => worldReset(worldId, from));
}

/** Returned as a unit so that callers can compose it. */
export function* worldReset(worldId: WorldId, from: WorldId): Unit<void> {
  const copies = ledgerWorldTables.map((table) => copyWorldRows(table, from, worldId));
  yield* run(...deleteStatements(worldId), ...copies);
}
