import { type Currency, currencyMinorUnits } from "../data/currencies.ts";
import { type Parsed, parsed, unparsable } from "../parsed.ts";

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(currencyMinorUnits, text);
}

/** Reads a currency code of the interface's own list; newer ISO codes are not in it. */
export function parseCurrency(text: string): Parsed<Currency> {
  return isCurrency(text)
    ? parsed(text)
    : unparsable("is not a currency this bank handles; give a code such as NOK or EUR");
}

/** The number of fraction digits an amount in this currency is written with. */
export function minorUnitsOf(currency: Currency): number {
  return currencyMinorUnits[currency];
}
