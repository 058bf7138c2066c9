import { deleteWorldRows, run, type Statement, type Storage, type WorldId } from "@varde/storage";
import { ledgerWorldTables } from "./ledger-world-tables.ts";

/** Deletes everything that belongs to a world. */
export function deleteWorld(storage: Storage, worldId: WorldId): Promise<void> {
  return storage.write(function* () {
    yield* run(...deleteStatements(worldId));
  });
}

/** Deletes accounts last: payments in progress lock them first. */
export const deleteStatements = (worldId: WorldId): readonly Statement[] =>
  ledgerWorldTables.toReversed().map((table) => deleteWorldRows(table, worldId));
