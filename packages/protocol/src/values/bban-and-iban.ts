import { countrySpecs } from "ibantools";
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

export type Iban = Brand<"Iban">;

export interface IbanOptions {
  /** Off for accounts of the bank itself: in test data they may have any 11 digits. */
  readonly norwegianCheckDigit: "required" | "off";
}

const outerForm = /^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/;

/**
 * Parses an IBAN in electronic format: upper case, no spaces.
 *
 * @example
 * parseIban("NO9386011117947"); // "NO9386011117947"
 */
export function parseIban(
  text: string,
  options: IbanOptions = { norwegianCheckDigit: "required" },
): Iban | Invalid {
  if (text.length > limits.ibanCharactersMax) {
    return new Invalid(`is longer than ${limits.ibanCharactersMax} characters`);
  }
  if (!outerForm.test(text)) return new Invalid(explainMalformedIban(text));
  const country = text.slice(0, 2);
  const spec = countrySpecs[country];
  if (spec?.chars == null || spec.bban_regexp == null) {
    return new Invalid(`starts with ${country}, a country without IBANs`);
  }
  if (text.length !== spec.chars) {
    return new Invalid(
      `has ${text.length} characters, but an IBAN of ${country} has ${spec.chars}`,
    );
  }
  if (!new RegExp(spec.bban_regexp).test(text.slice(4))) {
    return new Invalid(
      `does not have the form of an account number of ${country} after its check digits`,
    );
  }
  if (remainderBy97(text) !== 1)
    return new Invalid("has wrong check digits; one digit may be mistyped");
  const iban = text as Iban;
  const bban = extractNorwegianBban(iban);
  if (bban && options.norwegianCheckDigit === "required" && !hasBbanCheckDigit(bban)) {
    return new Invalid("contains a Norwegian account number with a wrong check digit");
  }
  return iban;
}

/** Returns the account number in a Norwegian IBAN; undefined for other countries. */
export function extractNorwegianBban(iban: Iban): NorwegianBban | undefined {
  return iban.startsWith("NO") ? (iban.slice(4) as NorwegianBban) : undefined;
}

/** Builds the IBAN of a Norwegian account number. */
export function formatNorwegianIban(bban: NorwegianBban): Iban {
  const check = 98 - remainderBy97(`NO00${bban}`);
  return `NO${String(check).padStart(2, "0")}${bban}` as Iban;
}

function remainderBy97(iban: string): number {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

function explainMalformedIban(text: string): string {
  const compact = text.replaceAll(/[ .-]/g, "");
  if (compact !== text && outerForm.test(compact))
    return "must be written without spaces or punctuation";
  if (outerForm.test(compact.toUpperCase())) return "must be written in upper case";
  return "is not an IBAN; it starts with a country code and two check digits, like NO9386011117947";
}
