import { currencies } from "../../data/currencies.ts";
import { object, oneOf, type Static, string, stringOrNumber } from "../schema.ts";

export const currency = oneOf(currencies, {
  description: "a currency code such as NOK or EUR",
});

export const amount = object(
  {
    amount: string({
      minLength: 1,
      description: 'a decimal number in quotes, with a point, like "100.00"',
    }),
    currency,
  },
  { description: 'an object with amount and currency, like {"amount":"100.00","currency":"NOK"}' },
);
export type Amount = Static<typeof amount>;

/** An amount of test data: a number or a string, which may be negative or have fewer digits. */
export const looseAmount = object(
  {
    amount: stringOrNumber({ description: 'a number, or a number in quotes like "100.00"' }),
    currency,
  },
  { description: "an object with amount and currency" },
);
export type LooseAmount = Static<typeof looseAmount>;
