import { Invalid } from "../invalid.ts";
import type { Brand } from "./brand.ts";

/** An international creditor reference (ISO 11649): RF, two check digits, the payee's reference. */
export type CreditorReference = Brand<"CreditorReference">;

const form = /^RF[0-9]{2}[A-Z0-9]{1,21}$/;

export function parseCreditorReference(text: string): CreditorReference | Invalid {
  if (!form.test(text)) return new Invalid("is not a creditor reference, which starts with RF");
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1
    ? (text as CreditorReference)
    : new Invalid("has wrong check digits; one character may be mistyped");
}
