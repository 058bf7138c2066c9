import {
  type AccountDetailsResponse,
  type AccountListResponse,
  type BalancesResponse,
  type BookingStatus,
  bookingStatuses,
  operations,
  type Transaction,
  type TransactionDetailsResponse,
  type TransactionsResponse,
} from "@varde/protocol";
import {
  type Argument,
  checkCalls,
  fields,
  filledText,
  flag,
  lists,
  oneOf,
  optional,
  takes,
  wholeNumber,
} from "../check-arguments.ts";
import { type BankAddress, fillPath } from "../http/bank-address.ts";
import type { Call, CallOptions } from "../http/call-operation.ts";
import type { Psu } from "../psu/psu.ts";
import { aPsu, callFields, callOptions, id } from "./call-arguments.ts";
import { type Listed, readEntries, readPages } from "./read-pages.ts";

/** The options of reading accounts. */
export interface AccountOptions extends CallOptions {
  /**
   * Whether the response includes the balances.
   *
   * @defaultValue false
   */
  readonly withBalance?: boolean;
}

/**
 * Selects the transactions to list. Without it, the bank returns booked ones of the last 90 days.
 */
export interface ListingQuery {
  /**
   * Which transactions to list. `both` and `all` mean booked and pending ones.
   *
   * @defaultValue "booked"
   */
  readonly bookingStatus?: BookingStatus;
  /**
   * The first day, as YYYY-MM-DD, or `earliest` for everything that the bank may show: all
   * transactions if the PSU is present (it has an `ipAddress`), else those of the last 90 days. For
   * older ones than 90 days the PSU must be present, and the bank may require an SCA.
   *
   * @defaultValue 90 days ago, by the bank's calendar
   */
  readonly dateFrom?: string;
  /**
   * The last day, as YYYY-MM-DD. If it is more than 90 days ago, set `dateFrom` too.
   *
   * @defaultValue today
   */
  readonly dateTo?: string;
  /**
   * The number of entries of a page, 1 to 1000. It does not limit the whole list.
   *
   * @defaultValue 200, by the interface
   */
  readonly limit?: number;
  /**
   * The number of entries to skip.
   *
   * @defaultValue 0
   */
  readonly offset?: number;
}

/** Options of a listing, which makes several calls, each with a new X-Request-ID. */
export type ListingOptions = Omit<CallOptions, "requestId">;

/**
 * The accounts a PSU has given consent to.
 *
 * @example
 * const everything = { dateFrom: "earliest", bookingStatus: "both" } as const;
 * for await (const entry of client.accounts.transactions(accountId, psu, everything)) {
 *   console.log(entry.bookingStatus, entry.bookingDate, entry.transactionAmount.amount);
 * }
 */
export interface Accounts {
  /** Returns the accounts that the PSU has given consent to. */
  list(psu: Psu, options?: AccountOptions): Promise<AccountListResponse>;
  /** Returns one account by its `resourceId`. */
  read(accountId: string, psu: Psu, options?: AccountOptions): Promise<AccountDetailsResponse>;
  /** Returns the balances of an account: amounts as decimal numbers in its currency. */
  balances(accountId: string, psu: Psu, options?: CallOptions): Promise<BalancesResponse>;
  /**
   * Yields the entries of all pages of a listing. Without a query that are the booked ones of the
   * last 90 days, not the whole history: for that, set `dateFrom: "earliest"`.
   */
  transactions(
    accountId: string,
    psu: Psu,
    query?: ListingQuery,
    options?: ListingOptions,
  ): AsyncGenerator<Listed<Transaction>, void, undefined>;
  /** Yields the pages of a listing as the bank returns them. */
  transactionPages(
    accountId: string,
    psu: Psu,
    query?: ListingQuery,
    options?: ListingOptions,
  ): AsyncGenerator<TransactionsResponse, void, undefined>;
  /** Returns the details of one transaction, such as the exchange rate. */
  transaction(
    accountId: string,
    transactionId: string,
    psu: Psu,
    options?: CallOptions,
  ): Promise<TransactionDetailsResponse>;
}

/** Earlier than every account; banks return what they have. */
const earliestDay = "1970-01-01";

/**
 * LIM-12: returns the query to send. Without the PSU the bank's default is already the earliest day
 * that it may show, and it refuses an earlier one.
 */
export const formatListing = (query: ListingQuery = {}, psu: Psu) => {
  if (query.dateFrom !== "earliest") return { ...query };
  const isPresent = psu.options.ipAddress !== undefined;
  return { ...query, dateFrom: isPresent ? earliestDay : undefined };
};

/** The arguments that accounts and card accounts share. */
const accountOptions: Argument = [
  "options",
  optional(fields({ ...callFields, withBalance: optional(flag) })),
];
const listingQuery: Argument = [
  "query",
  optional(
    fields({
      bookingStatus: optional(oneOf(bookingStatuses)),
      dateFrom: optional(filledText),
      dateTo: optional(filledText),
      limit: optional(wholeNumber(1)),
      offset: optional(wholeNumber(0)),
    }),
  ),
];
const { requestId: _requestId, ...listingFields } = callFields;
const listingOptions: Argument = ["options", optional(fields(listingFields))];
const listing = lists(id("accountId"), aPsu, listingQuery, listingOptions);

export const accountArguments = {
  list: takes(aPsu, accountOptions),
  read: takes(id("accountId"), aPsu, accountOptions),
  balances: takes(id("accountId"), aPsu, callOptions),
  transactions: listing,
  transactionPages: listing,
} as const;

export const makeAccounts = (call: Call, address: BankAddress): Accounts => {
  const transactionPages: Accounts["transactionPages"] = (accountId, psu, query, options) => {
    const path = fillPath(operations.listTransactions.path, { accountId });
    return readPages(
      { target: address.buildTarget(path, formatListing(query, psu)), psu },
      (input) => call("listTransactions", input, options),
      (page) => page.transactions._links,
      address,
    );
  };
  const accounts: Accounts = {
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
  return checkCalls("accounts", accounts, {
    ...accountArguments,
    transaction: takes(id("accountId"), id("transactionId"), aPsu, callOptions),
  });
};
