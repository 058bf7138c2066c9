import {
  type CopiedTable,
  copyWorldRows,
  deleteWorldRows,
  run,
  type Statement,
  type Storage,
  type Unit,
  type WorldId,
} from "@varde/storage";
import { accountTable } from "./accounts/account.ts";
import { counterpartyTable } from "./clearing/counterparty.ts";
import { instructionTable, refusalTable } from "./instructions/instruction.ts";
import { reservationTable } from "./transactions/reservation.ts";
import { dayTable, postingTable, transactionTable } from "./transactions/transaction.ts";

/** The ledger's tables that hold data of a world. */
export const ledgerWorldTables: readonly CopiedTable[] = [
  { ...accountTable, key: ["id"] },
  { ...transactionTable, key: ["id"] },
  { ...postingTable, key: ["account_id", "booking_date", "transaction_id"] },
  { ...dayTable, key: ["account_id", "booking_date"] },
  { ...instructionTable, key: ["id"] },
  { ...refusalTable, key: ["instruction_id"] },
  { ...reservationTable, key: ["id"] },
  { ...counterpartyTable, key: ["account_number", "amount_minor"] },
];

/** Deletes everything that belongs to a world. */
export function deleteWorld(storage: Storage, worldId: WorldId): Promise<void> {
  return storage.write(function* () {
    yield* run(...deleteStatements(worldId));
  });
}

/** Deletes accounts last: payments in progress lock them first. */
const deleteStatements = (worldId: WorldId): readonly Statement[] =>
  ledgerWorldTables.toReversed().map((table) => deleteWorldRows(table, worldId));

/**
 * Replaces a world with a fresh copy of another in one unit, so that readers never see it empty.
 */
export function resetWorld(storage: Storage, worldId: WorldId, from: WorldId): Promise<void> {
  return storage.write(() => worldReset(worldId, from), { isLong: true });
}

/** Returned as a unit so that callers can compose it. */
export function* worldReset(worldId: WorldId, from: WorldId): Unit<void> {
  const copies = ledgerWorldTables.map((table) => copyWorldRows(table, from, worldId));
  yield* run(...deleteStatements(worldId), ...copies);
}
