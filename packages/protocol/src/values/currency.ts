import { type Currency, currencyMinorUnits } from "../data/currencies.ts";
import { Invalid } from "../invalid.ts";

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(currencyMinorUnits, text);
}

/** Parses a currency code of the interface's list, which does not contain newer ISO codes. */
export function parseCurrency(text: string): Currency | Invalid {
  return isCurrency(text)
    ? text
    : new Invalid("is not a supported currency; give a code such as NOK or EUR");
}

/** Returns the number of fraction digits of amounts in this currency. */
export function minorUnitsOf(currency: Currency): number {
  return currencyMinorUnits[currency];
}
