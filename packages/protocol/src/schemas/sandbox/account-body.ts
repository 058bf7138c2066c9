import type { TUnsafe } from "typebox";
import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { currency } from "../parts/amount.ts";
import { balanceTypes } from "../parts/balance-types.ts";
import {
  list,
  object,
  optional,
  type Schema,
  type Static,
  string,
  stringOrNumber,
  text,
} from "../schema.ts";
import { anyCase } from "./any-case.ts";
import { customerNumber } from "./customer-body.ts";

export const looseAmountValue = stringOrNumber({
  description: 'a number, or a number in quotes like "100.00"',
});

/** An amount of test data with its currency, or the plain amount. */
export const looseMoney = {
  type: ["string", "number", "object"],
  properties: { amount: looseAmountValue, currency },
  required: ["amount"],
  description: "a number, a number in quotes, or an object with amount and currency",
} as Schema as TUnsafe<
  string | number | { amount: string | number; currency?: Static<typeof currency> }
>;

/** A balance, with its amount as a number, a string, or an object with a currency. */
export const sandboxBalances = list(
  object({
    balanceType: anyCase(balanceTypes),
    balanceAmount: object({ amount: looseAmountValue, currency: optional(currency) }),
  }),
  { maxItems: bounds.sandboxBalancesMax },
);

/** An account of test data; optional fields may be empty strings. */
export const sandboxAccountBody = object({
  customerNumber,
  accountName: text({ minLength: 1, maxLength: limits.nameCharactersMax }),
  bban: string({ pattern: "^[0-9]{11}$", description: "11 digits in quotes" }),
  iban: optional(
    string({
      pattern: "^(?:NO[0-9]{13})?$",
      description: "NO and 13 digits, like NO9386011117947",
    }),
  ),
  currency,
  product: optional(text({ maxLength: limits.referenceCharactersMax })),
  cashAccountType: optional(text({ maxLength: limits.referenceCharactersMax })),
  creditLine: optional(looseAmountValue),
  balances: optional(sandboxBalances),
});
export type SandboxAccountBody = Static<typeof sandboxAccountBody>;
