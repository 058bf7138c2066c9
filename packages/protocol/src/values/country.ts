import { type Country, countries } from "../data/countries.ts";
import { sepaCountries } from "../data/sepa-countries.ts";
import { Invalid } from "../invalid.ts";

const known: ReadonlySet<string> = new Set(countries);
const sepa: ReadonlySet<string> = new Set(sepaCountries);

export function isCountry(text: string): text is Country {
  return known.has(text);
}

/** Parses a two-letter country code in upper case. */
export function parseCountry(text: string): Country | Invalid {
  return isCountry(text)
    ? text
    : new Invalid("is not a country code; give two upper-case letters such as NO or SE");
}

/** Returns whether banks of this country take part in the single euro payments area. */
export function isSepaCountry(country: string): boolean {
  return sepa.has(country);
}
