import { amount, currency } from "../parts/amount.ts";
import { isoDate } from "../parts/iso-date.ts";
import { links } from "../parts/response-parts.ts";
import { boolean, list, object, oneOf, optional, type Static, string } from "../schema.ts";
import { balance } from "./accounts.ts";

const optionalText = optional(string());

const cardAccountReference = object({ maskedPan: string(), currency: optional(currency) });

export const cardAccountDetails = object({
  resourceId: string(),
  maskedPan: string(),
  currency,
  name: optionalText,
  ownerName: optionalText,
  product: optionalText,
  status: optional(oneOf(["enabled", "deleted", "blocked"])),
  creditLimit: optional(amount),
  /** The value for debtorAccount.other.identification, if payments can be made from the card. */
  relatedAccount: optionalText,
  balances: optional(list(balance)),
  _links: optional(links),
});
export type CardAccountDetails = Static<typeof cardAccountDetails>;

export const cardAccountListResponse = object({ cardAccounts: list(cardAccountDetails) });
export type CardAccountListResponse = Static<typeof cardAccountListResponse>;

export const cardAccountDetailsResponse = object({ cardAccount: cardAccountDetails });
export type CardAccountDetailsResponse = Static<typeof cardAccountDetailsResponse>;

export const cardBalancesResponse = object({
  cardAccount: optional(cardAccountReference),
  balances: list(balance),
});
export type CardBalancesResponse = Static<typeof cardBalancesResponse>;

export const cardTransaction = object({
  cardTransactionId: optionalText,
  transactionDate: optional(isoDate),
  bookingDate: optional(isoDate),
  transactionAmount: amount,
  originalAmount: optional(amount),
  cardAcceptorId: optionalText,
  maskedPAN: optionalText,
  transactionDetails: optionalText,
  invoiced: optional(boolean()),
  proprietaryBankTransactionCode: optionalText,
});
export type CardTransaction = Static<typeof cardTransaction>;

export const cardTransactionsResponse = object({
  cardAccount: optional(cardAccountReference),
  cardTransactions: object({
    booked: optional(list(cardTransaction)),
    pending: optional(list(cardTransaction)),
    _links: links,
  }),
});
export type CardTransactionsResponse = Static<typeof cardTransactionsResponse>;
