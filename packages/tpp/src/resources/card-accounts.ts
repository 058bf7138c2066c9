import {
  type CardAccountDetailsResponse,
  type CardAccountListResponse,
  type CardBalancesResponse,
  type CardTransaction,
  type CardTransactionsResponse,
  operations,
} from "@varde/protocol";
import { type BankAddress, fillPath } from "../http/bank-address.ts";
import type { Call, CallOptions } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";
import type { AccountOptions, ListingOptions, ListingQuery } from "./accounts.ts";
import { type Listed, readEntries, readPages } from "./read-pages.ts";

/**
 * The card accounts a PSU has given consent to.
 *
 * @example
 * const { cardAccounts } = await client.cardAccounts.list(psu, { withBalance: true });
 */
export interface CardAccounts {
  list(psu: Psu, options?: AccountOptions): Promise<CardAccountListResponse>;
  read(accountId: string, psu: Psu, options?: AccountOptions): Promise<CardAccountDetailsResponse>;
  balances(accountId: string, psu: Psu, options?: CallOptions): Promise<CardBalancesResponse>;
  /** Yields the entries of all pages. */
  transactions(
    accountId: string,
    psu: Psu,
    query?: ListingQuery,
    options?: ListingOptions,
  ): AsyncGenerator<Listed<CardTransaction>, void, undefined>;
  /** Yields the pages as the bank returns them. */
  transactionPages(
    accountId: string,
    psu: Psu,
    query?: ListingQuery,
    options?: ListingOptions,
  ): AsyncGenerator<CardTransactionsResponse, void, undefined>;
}

export const makeCardAccounts = (call: Call, address: BankAddress): CardAccounts => {
  const transactionPages: CardAccounts["transactionPages"] = (accountId, psu, query, options) => {
    const path = fillPath(operations.listCardTransactions.path, { accountId });
    return readPages(
      { target: address.buildTarget(path, { ...query }), psu },
      (input) => call("listCardTransactions", input, options),
      (page) => page.cardTransactions._links,
      address,
    );
  };
  return {
    list: (psu, { withBalance, ...options } = {}) =>
      call("listCardAccounts", { query: { withBalance }, psu }, options),
    read: (accountId, psu, { withBalance, ...options } = {}) =>
      call("readCardAccount", { parameters: { accountId }, query: { withBalance }, psu }, options),
    balances: (accountId, psu, options) =>
      call("readCardBalances", { parameters: { accountId }, psu }, options),
    transactions: (...listing) =>
      readEntries(
        transactionPages(...listing),
        (page) => page.cardTransactions,
        (entry) => entry.cardTransactionId,
      ),
    transactionPages,
  };
};
