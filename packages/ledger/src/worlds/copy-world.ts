import { copyWorldRows, run, type Statement, type Storage, type WorldId } from "@varde/storage";
import { ledgerWorldTables } from "./ledger-world-tables.ts";

/** Creates a world as a copy of another. */
export function copyWorld(storage: Storage, from: WorldId, to: WorldId): Promise<void> {
  return storage.write(function* () {
    yield* run(...copyStatements(from, to));
  });
}

export const copyStatements = (from: WorldId, to: WorldId): readonly Statement[] =>
  ledgerWorldTables.map((table) => copyWorldRows(table, from, to));
