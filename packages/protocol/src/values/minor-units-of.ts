import { type Currency, currencyMinorUnits } from "../data/currencies.ts";

/** Returns the number of fraction digits of amounts in this currency. */
export function minorUnitsOf(currency: Currency): number {
  return currencyMinorUnits[currency];
}
