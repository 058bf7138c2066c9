import { countrySpecs } from "ibantools";
import { Invalid } from "../invalid.ts";
import { limits } from "../limits.ts";
import { hasBbanCheckDigit, type NorwegianBban } from "./bban.ts";
import type { Brand } from "./brand.ts";

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
