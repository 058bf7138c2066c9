import { Invalid } from "../invalid.ts";
import type { Brand } from "./brand.ts";
import { isCountry } from "./country.ts";

export type Bic = Brand<"Bic">;

const form = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** Parses a BIC: 8 or 11 upper-case characters, the fifth and sixth of which are a country code. */
export function parseBic(text: string): Bic | Invalid {
  if (!form.test(text)) {
    return form.test(text.toUpperCase())
      ? new Invalid("must be written in upper case")
      : new Invalid("is not a BIC; give 8 or 11 letters and digits, like DNBANOKK");
  }
  const country = countryOfBic(text as Bic);
  return isCountry(country)
    ? (text as Bic)
    : new Invalid(`has ${country} as its fifth and sixth characters, which is not a country code`);
}

export function countryOfBic(bic: Bic): string {
  return bic.slice(4, 6);
}
