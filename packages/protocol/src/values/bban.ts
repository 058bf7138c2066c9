import { Invalid } from "../invalid.ts";
import { limits } from "../limits.ts";
import type { Brand } from "./brand.ts";

/** A Norwegian account number, 11 digits. */
export type NorwegianBban = Brand<"NorwegianBban">;

/** An account number of another country, in the format of that country. */
export type ForeignBban = Brand<"ForeignBban">;

const elevenDigits = /^[0-9]{11}$/;
const lettersAndDigits = /^[A-Za-z0-9]+$/;
const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/**
 * Parses a Norwegian account number without its check digit, because the accounts of test data may
 * have a wrong one. Use `hasBbanCheckDigit` to check it.
 */
export function parseNorwegianBban(text: string): NorwegianBban | Invalid {
  if (elevenDigits.test(text)) return text as NorwegianBban;
  if (elevenDigits.test(text.replaceAll(/[ .]/g, ""))) {
    return new Invalid("must be 11 digits without points or spaces");
  }
  return new Invalid("is not a Norwegian account number; give its 11 digits");
}

/** Returns whether the last digit is the mod 11 check digit of the ten digits before it. */
export function hasBbanCheckDigit(bban: NorwegianBban): boolean {
  let sum = bban.charCodeAt(10) - 48;
  for (let index = 0; index < 10; index += 1) {
    sum += (weights[index] ?? 0) * (bban.charCodeAt(index) - 48);
  }
  return sum % 11 === 0;
}

/** Parses an account number of another country: letters and digits only. */
export function parseForeignBban(text: string): ForeignBban | Invalid {
  if (text.length > limits.bbanCharactersMax) {
    return new Invalid(`is longer than ${limits.bbanCharactersMax} characters`);
  }
  return lettersAndDigits.test(text)
    ? (text as ForeignBban)
    : new Invalid("is not an account number; give letters and digits only");
}
