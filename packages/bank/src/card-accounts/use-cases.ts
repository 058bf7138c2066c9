import type { UseCases } from "../http/use-case.ts";
import { listCardAccounts, readCardAccount } from "./list-card-accounts.ts";
import { listCardTransactions } from "./list-card-transactions.ts";
import { readCardBalances } from "./read-card-balances.ts";

/** The operations on card accounts, by their names in the operations table. */
export const cardAccountUseCases: UseCases = {
  listCardAccounts,
  readCardAccount,
  readCardBalances,
  listCardTransactions,
};
