import {
  type CardAccountDetailsResponse,
  type CardAccountListResponse,
  type CardBalancesResponse,
  type CardTransaction,
  type CardTransactionsResponse,
  operations,
} from "@varde/protocol";
import { checkCalls } from "../check-arguments.ts";
import { type BankAddress, fillPath } from "../http/bank-address.ts";
import type { Call, CallOptions } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";
import {
  type AccountOptions,
  accountArguments,
  formatListing,
  type ListingOptions,
  type ListingQuery,
} from "./accounts.ts";
import { type Listed, readEntries, readPages } from "./read-pages.ts";

/**
 * The card accounts a PSU has given consent to.
 *
 * @example
 * const { cardAccounts } = await client.cardAccounts.list(psu, { withBalance: true });
 */
export interface CardAccounts {
  /** Returns the card accounts that the PSU has given consent to. */
  list(psu: Psu, options?: AccountOptions): Promise<CardAccountListResponse>;
  /** Returns one card account by its `resourceId`. */
  read(accountId: string, psu: Psu, options?: AccountOptions): Promise<CardAccountDetailsResponse>;
  /** Returns the balances of a card account: amounts as decimal numbers in its currency. */
  balances(accountId: string, psu: Psu, options?: CallOptions): Promise<CardBalancesResponse>;
  /**
   * Yields the entries of all pages of a listing. Without a query that are the booked ones of the
   * last 90 days, not the whole history: for that, set `dateFrom: "earliest"`.
   */
  transactions(
    accountId: string,
    psu: Psu,
    query?: ListingQuery,
    options?: ListingOptions,
  ): AsyncGenerator<Listed<CardTransaction>, void, undefined>;
  /** Yields the pages of a listing as the bank returns them. */
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
      { target: address.buildTarget(path, formatListing(query, psu)), psu },
      (input) => call("listCardTransactions", input, options),
      (page) => page.cardTransactions._links,
      address,
    );
  };
  const cardAccounts: CardAccounts = {
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
  return checkCalls("cardAccounts", cardAccounts, accountArguments);
};
