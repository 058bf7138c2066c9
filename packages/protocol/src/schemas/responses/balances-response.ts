import { accountReference } from "../parts/account-reference.ts";
import { amount } from "../parts/amount.ts";
import { balanceTypes } from "../parts/balance-types.ts";
import { isoDate, isoDateTime } from "../parts/execution-date.ts";
import { boolean, list, object, oneOf, optional, type Static } from "../schema.ts";

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
