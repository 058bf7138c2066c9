import {
  type AccountDetailsResponse,
  type AccountListResponse,
  type BalancesResponse,
  type BookingStatus,
  operations,
  type Transaction,
  type TransactionDetailsResponse,
  type TransactionsResponse,
} from "@varde/protocol";
import { type BankAddress, fillPath } from "../http/bank-address.ts";
import type { Call, CallOptions } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";
import { type Listed, readEntries, readPages } from "./read-pages.ts";

export interface AccountOptions extends CallOptions {
  readonly withBalance?: boolean;
}

/** Selects the transactions to list. */
export interface ListingQuery {
  readonly bookingStatus?: BookingStatus;
  readonly dateFrom?: string;
  readonly dateTo?: string;
  /** The size of a page, not of the whole list. */
  readonly limit?: number;
  readonly offset?: number;
}

/** Options of a listing, which makes several calls, each with a new X-Request-ID. */
export type ListingOptions = Omit<CallOptions, "requestId">;

/**
 * The accounts a PSU has given consent to.
 *
 * @example
 * for await (const entry of client.accounts.transactions(accountId, psu, { limit: 500 })) {
 *   console.log(entry.bookingStatus, entry.bookingDate, entry.transactionAmount.amount);
 * }
 */
export interface Accounts {
  list(psu: Psu, options?: AccountOptions): Promise<AccountListResponse>;
  read(accountId: string, psu: Psu, options?: AccountOptions): Promise<AccountDetailsResponse>;
  balances(accountId: string, psu: Psu, options?: CallOptions): Promise<BalancesResponse>;
  /** Yields the entries of all pages. */
  transactions(
    accountId: string,
    psu: Psu,
    query?: ListingQuery,
    options?: ListingOptions,
  ): AsyncGenerator<Listed<Transaction>, void, undefined>;
  /** Yields the pages as the bank returns them. */
  transactionPages(
    accountId: string,
    psu: Psu,
    query?: ListingQuery,
    options?: ListingOptions,
  ): AsyncGenerator<TransactionsResponse, void, undefined>;
  transaction(
    accountId: string,
    transactionId: string,
    psu: Psu,
    options?: CallOptions,
  ): Promise<TransactionDetailsResponse>;
}

export const makeAccounts = (call: Call, address: BankAddress): Accounts => {
  const transactionPages: Accounts["transactionPages"] = (accountId, psu, query, options) => {
    const path = fillPath(operations.listTransactions.path, { accountId });
    return readPages(
      { target: address.buildTarget(path, { ...query }), psu },
      (input) => call("listTransactions", input, options),
      (page) => page.transactions._links,
      address,
    );
  };
  return {
    list: (psu, { withBalance, ...options } = {}) =>
      call("listAccounts", { query: { withBalance }, psu }, options),
    read: (accountId, psu, { withBalance, ...options } = {}) =>
      call("readAccount", { parameters: { accountId }, query: { withBalance }, psu }, options),
    balances: (accountId, psu, options) =>
      call("readBalances", { parameters: { accountId }, psu }, options),
    transactions: (...listing) =>
      readEntries(
        transactionPages(...listing),
        (page) => page.transactions,
        (entry) => entry.transactionId,
      ),
    transactionPages,
    transaction: (accountId, transactionId, psu, options) =>
      call("readTransaction", { parameters: { accountId, transactionId }, psu }, options),
  };
};
