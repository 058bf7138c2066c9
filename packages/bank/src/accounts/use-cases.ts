import type { UseCases } from "../http/use-case.ts";
import { listAccounts, readAccount } from "./list-accounts.ts";
import { listTransactions } from "./list-transactions.ts";
import { readBalances } from "./read-balances.ts";
import { readTransaction } from "./read-transaction.ts";

/** The operations on accounts, by their names in the operations table. */
export const accountUseCases: UseCases = {
  listAccounts,
  readAccount,
  readBalances,
  listTransactions,
  readTransaction,
};
