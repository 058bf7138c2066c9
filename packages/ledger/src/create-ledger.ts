import { convertMinor } from "@varde/protocol/money";
import { readAccount, renameAccount } from "./accounts/account.ts";
import { readBalances, readInternalBalances } from "./accounts/balances.ts";
import {
  type AccountCache,
  accountCacheOptions,
  findAccountByBban,
  findAccountByIban,
  findAccountById,
} from "./accounts/find-account.ts";
import { hasFunds } from "./accounts/has-funds.ts";
import {
  listAccountPage,
  listAccounts,
  listAccountsByOwner,
  listWorldAccounts,
} from "./accounts/list-accounts.ts";
import { listDailyBalances } from "./accounts/list-daily-balances.ts";
import { checkBooks } from "./check-books.ts";
import { setCounterparty } from "./clearing/counterparty.ts";
import { runClearing } from "./clearing/run-clearing.ts";
import { closeAccount } from "./close-account.ts";
import { acknowledgeOutcomes, listOutcomes } from "./instructions/outcomes.ts";
import { releaseInstruction } from "./instructions/release-instruction.ts";
import { submitInstructions } from "./instructions/submit-instructions.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import { deleteWorld, resetWorld } from "./ledger-worlds.ts";
import { openAccount } from "./open-account.ts";
import { deleteHistory } from "./transactions/delete-history.ts";
import { listPending } from "./transactions/list-pending.ts";
import { countTransactions, listTransactions } from "./transactions/list-transactions.ts";
import { lastTransactionId, loadTransactions } from "./transactions/load-transactions.ts";
import { postTransactions } from "./transactions/post-transactions.ts";
import { readTransaction } from "./transactions/read-transaction.ts";
import { createReservation, releaseReservation } from "./transactions/reservation.ts";

export type Ledger = ReturnType<typeof createLedger>;

/**
 * Creates the core bank as one object. Amounts are minor units, instants epoch milliseconds, days
 * YYYY-MM-DD in Oslo. Every operation takes the current time as an argument, because each world may
 * have its own clock.
 */
export function createLedger(parts: LedgerParts) {
  const { storage } = parts;
  const accounts: AccountCache = storage.createReadCache(accountCacheOptions);
  return {
    openAccount: first(openAccount, storage),
    renameAccount: first(renameAccount, storage),
    closeAccount: first(closeAccount, parts),
    readAccount: first(readAccount, storage),
    findAccountById: first(findAccountById, accounts),
    findAccountByBban: first(findAccountByBban, accounts),
    findAccountByIban: first(findAccountByIban, accounts),
    listAccounts: first(listAccounts, storage),
    listAccountsByOwner: first(listAccountsByOwner, storage),
    listAccountPage: first(listAccountPage, storage),
    listWorldAccounts: first(listWorldAccounts, storage),
    listDailyBalances: first(listDailyBalances, storage),
    readBalances: first(readBalances, storage),
    readInternalBalances: first(readInternalBalances, storage),
    hasFunds: first(hasFunds, parts),

    submitInstructions: first(submitInstructions, parts),
    releaseInstruction: first(releaseInstruction, storage),
    listOutcomes: first(listOutcomes, storage),
    acknowledgeOutcomes: first(acknowledgeOutcomes, storage),
    convertMinor: first(convertMinor, parts.rates),

    runClearing: first(runClearing, parts),
    setCounterparty: first(setCounterparty, storage),

    postTransactions: first(postTransactions, parts),
    loadTransactions: first(loadTransactions, parts),
    lastTransactionId: first(lastTransactionId, storage),
    deleteHistory: first(deleteHistory, parts),
    listTransactions: first(listTransactions, storage),
    countTransactions: first(countTransactions, storage),
    readTransaction: first(readTransaction, storage),
    listPending: first(listPending, storage),
    createReservation: first(createReservation, storage),
    releaseReservation: first(releaseReservation, storage),

    deleteWorld: first(deleteWorld, storage),
    resetWorld: first(resetWorld, storage),

    checkBooks: first(checkBooks, storage),
  };
}

/** Binds the first argument of an operation. */
function first<F, A extends unknown[], R>(
  operation: (given: F, ...rest: A) => R,
  given: F,
): (...rest: A) => R {
  return (...rest) => operation(given, ...rest);
}
