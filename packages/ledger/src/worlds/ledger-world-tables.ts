import type { CopiedTable } from "@varde/storage";
import { accountTable } from "../accounts/account.ts";
import { counterpartyTable } from "../clearing/counterparty.ts";
import { instructionTable, refusalTable } from "../instructions/instruction.ts";
import { reservationTable } from "../reservations/create-reservation.ts";
import { dayTable, postingTable, transactionTable } from "../transactions/transaction.ts";

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
