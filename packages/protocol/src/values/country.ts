import { type Country, countries } from "../data/countries.ts";
import { sepaCountries } from "../data/sepa-countries.ts";

const known: ReadonlySet<string> = new Set(countries);
const sepa: ReadonlySet<string> = new Set(sepaCountries);

export function isCountry(text: string): text is Country {
  return known.has(text);
}

/** Returns whether banks of this country take part in the single euro payments area. */
export function isSepaCountry(country: string): boolean {
  return sepa.has(country);
}
