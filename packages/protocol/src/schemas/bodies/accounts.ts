import { limits } from "../../limits.ts";
import { accountReference, bban, bic, iban } from "../parts/account-reference.ts";
import { amount, currency } from "../parts/amount.ts";
import { isoDate, isoDateTime } from "../parts/iso-date.ts";
import { links } from "../parts/response-parts.ts";
import { boolean, list, object, oneOf, optional, type Static, string, text } from "../schema.ts";

/** The kinds of balance an account may have. */
export const balanceTypes = [
  "closingBooked",
  "expected",
  "openingBooked",
  "interimAvailable",
  "interimBooked",
  "forwardAvailable",
  "nonInvoiced",
] as const;

export const balance = object({
  balanceType: oneOf(balanceTypes),
  balanceAmount: amount,
  creditLimitIncluded: optional(boolean()),
  lastChangeDateTime: optional(isoDateTime),
  referenceDate: optional(isoDate),
});
export type Balance = Static<typeof balance>;

export const balancesResponse = object({
  account: optional(accountReference),
  balances: list(balance),
});
export type BalancesResponse = Static<typeof balancesResponse>;

export const accountDetails = object({
  resourceId: string(),
  bban: optional(bban),
  iban: optional(iban),
  currency,
  name: optional(string({ maxLength: limits.nameCharactersMax })),
  ownerName: optional(string()),
  product: optional(string()),
  cashAccountType: optional(string()),
  bic: optional(bic),
  balances: optional(list(balance)),
  _links: optional(links),
});
export type AccountDetails = Static<typeof accountDetails>;

export const accountListResponse = object({ accounts: list(accountDetails) });
export type AccountListResponse = Static<typeof accountListResponse>;

export const accountDetailsResponse = object({ account: accountDetails });
export type AccountDetailsResponse = Static<typeof accountDetailsResponse>;

/** A request to confirm that an account has an amount available. */
export const fundsConfirmationBody = object({
  account: accountReference,
  instructedAmount: amount,
  creditor: optional(text({ maxLength: limits.nameCharactersMax })),
});
export type FundsConfirmationBody = Static<typeof fundsConfirmationBody>;

export const fundsConfirmationResponse = object({ fundsAvailable: boolean() });
export type FundsConfirmationResponse = Static<typeof fundsConfirmationResponse>;
