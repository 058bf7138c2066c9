import {
  type CopiedTable,
  copyWorldRows,
  deleteWorldRows,
  replaceWorldRows,
  run,
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
    yield* run(...deletionOrder.map((table) => deleteWorldRows(table, worldId)));
  });
}

/** Accounts are last: payments in progress lock them first. */
const deletionOrder = ledgerWorldTables.toReversed();

/**
 * Replaces a world with a fresh copy of another in one unit, so that readers never see it empty.
 */
export function resetWorld(storage: Storage, worldId: WorldId, from: WorldId): Promise<void> {
  return storage.write(() => worldReset(worldId, from), { isLong: true });
}

/** Returned as a unit so that callers can compose it. */
export function* worldReset(worldId: WorldId, from: WorldId): Unit<void> {
  for (const table of deletionOrder) {
    if (largeTables.has(table.name)) yield* replaceWorldRows(table, from, worldId);
    else yield* run(deleteWorldRows(table, worldId));
  }
  const deleted = ledgerWorldTables.filter(({ name }) => !largeTables.has(name));
  yield* run(...deleted.map((table) => copyWorldRows(table, from, worldId)));
}

/** Tables with thousands of rows in each world, of which most never change. */
const largeTables: ReadonlySet<string> = new Set([transactionTable.name, postingTable.name]);
