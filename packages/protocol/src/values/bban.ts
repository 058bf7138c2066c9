import { limits } from "../limits.ts";
import { type Parsed, parsed, unparsable } from "../parsed.ts";
import type { Brand } from "./brand.ts";

/** A Norwegian account number, 11 digits. */
export type NorwegianBban = Brand<"NorwegianBban">;

/** An account number of another country, in that country's own form. */
export type ForeignBban = Brand<"ForeignBban">;

const elevenDigits = /^[0-9]{11}$/;
const lettersAndDigits = /^[A-Za-z0-9]+$/;
const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/**
 * Reads the form of a Norwegian account number. The check digit is asked for apart, because test
 * data may hold accounts without one.
 */
export function parseNorwegianBban(text: string): Parsed<NorwegianBban> {
  if (elevenDigits.test(text)) return parsed(text as NorwegianBban);
  if (elevenDigits.test(text.replaceAll(/[ .]/g, ""))) {
    return unparsable("must be 11 digits without points or blanks");
  }
  return unparsable("is not a Norwegian account number; give its 11 digits");
}

/** Tells whether the last digit is the mod 11 check digit of the ten before it. */
export function hasBbanCheckDigit(bban: NorwegianBban): boolean {
  let sum = bban.charCodeAt(10) - 48;
  for (let index = 0; index < 10; index += 1) {
    sum += (weights[index] ?? 0) * (bban.charCodeAt(index) - 48);
  }
  return sum % 11 === 0;
}

/** Reads an account number of another country: letters and digits only. */
export function parseForeignBban(text: string): Parsed<ForeignBban> {
  if (text.length > limits.bbanCharactersMax) {
    return unparsable(`is longer than ${limits.bbanCharactersMax} characters`);
  }
  return lettersAndDigits.test(text)
    ? parsed(text as ForeignBban)
    : unparsable("is not an account number; give its letters and digits without blanks or signs");
}
