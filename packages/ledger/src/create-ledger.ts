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
import { readAccount } from "./accounts/read-account.ts";
import { readBalances, readInternalBalances } from "./accounts/read-balances.ts";
import { renameAccount } from "./accounts/rename-account.ts";
import { checkBooks } from "./books/check-books.ts";
import { runClearing } from "./clearing/run-clearing.ts";
import { setCounterparty } from "./clearing/set-counterparty.ts";
import { acknowledgeOutcomes } from "./instructions/acknowledge-outcomes.ts";
import { listOutcomes } from "./instructions/list-outcomes.ts";
import { releaseInstruction } from "./instructions/release-instruction.ts";
import { submitInstructions } from "./instructions/submit-instructions.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import { closeAccount } from "./lifecycle/close-account.ts";
import { openAccount } from "./lifecycle/open-account.ts";
import { convertMinor } from "./money/convert-minor.ts";
import { createReservation } from "./reservations/create-reservation.ts";
import { releaseReservation } from "./reservations/release-reservation.ts";
import { deleteHistory } from "./transactions/delete-history.ts";
import { listPending } from "./transactions/list-pending.ts";
import { countTransactions, listTransactions } from "./transactions/list-transactions.ts";
import { lastTransactionId, loadTransactions } from "./transactions/load-transactions.ts";
import { postTransactions } from "./transactions/post-transactions.ts";
import { readTransaction } from "./transactions/read-transaction.ts";
import { deleteWorld } from "./worlds/delete-world.ts";
import { resetWorld } from "./worlds/reset-world.ts";

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
