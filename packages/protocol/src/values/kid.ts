import { Invalid } from "../invalid.ts";
import type { Brand } from "./brand.ts";

/** A customer identification number: the payee's own reference, with a check digit. */
export type Kid = Brand<"Kid">;

export type KidModulus = 10 | 11;

const form = /^[0-9]{1,24}[0-9-]$/;

/** Computes the check digit that follows these digits; with mod 11 it may be a minus sign. */
export function kidCheckDigit(base: string, modulus: KidModulus): string {
  return modulus === 10 ? checkDigitMod10(base) : checkDigitMod11(base);
}

/** Returns whether a text has the form of a KID; with mod 11 the last character may be a minus. */
export function hasKidForm(text: string): boolean {
  return form.test(text);
}

/**
 * Parses a KID with the given modulus. The payee's agreement says which modulus and lengths apply.
 */
export function parseKid(text: string, modulus: KidModulus): Kid | Invalid {
  if (!hasKidForm(text)) return new Invalid("is not a KID; give 2 to 25 digits");
  return kidCheckDigit(text.slice(0, -1), modulus) === text.slice(-1)
    ? (text as Kid)
    : new Invalid("has a wrong check digit; one digit may be mistyped");
}

function checkDigitMod10(base: string): string {
  let sum = 0;
  let weight = 2;
  for (let index = base.length - 1; index >= 0; index -= 1) {
    const product = weight * (base.charCodeAt(index) - 48);
    sum += product > 9 ? product - 9 : product;
    weight = 3 - weight;
  }
  return String((10 - (sum % 10)) % 10);
}

function checkDigitMod11(base: string): string {
  let sum = 0;
  let weight = 2;
  for (let index = base.length - 1; index >= 0; index -= 1) {
    sum += weight * (base.charCodeAt(index) - 48);
    weight = weight === 7 ? 2 : weight + 1;
  }
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? "-" : String(check);
}
