import {
  type Currency,
  hasBbanCheckDigit,
  isInvalid,
  isRecord,
  type PaymentProduct,
  parseNorwegianBban,
  type RuleFacts,
} from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { osloDay } from "../calendar/oslo.ts";
import { isCrossBorder } from "./payment-route.ts";

/** Foreign names are usual on cross-border products, and the exception on domestic ones. */
const namesDefault = (product: PaymentProduct) => (isCrossBorder(product) ? "re-encode" : "refuse");

/** Returns what the rules of a body read besides the body. */
export const ruleFacts = (
  product: PaymentProduct | undefined,
  now: number,
  heldBbans: ReadonlySet<string>,
  bank: Bank,
): RuleFacts => {
  const { amountFractionDigits, bbanCheckDigit, names } = bank.configuration;
  return {
    today: osloDay(now),
    fractionDigits: amountFractionDigits,
    bbanCheckDigit,
    names: product === undefined ? "refuse" : (names[product] ?? namesDefault(product)),
    heldBbans,
    convertToNokMinor: (amountMinor: bigint, currency: Currency) =>
      bank.coreBank.convertToNokMinor(amountMinor, currency),
    findKidAgreement: (bban) => bank.kidRegister.findKidAgreement(bban),
  };
};

/** Lists the Norwegian account numbers in a body whose check digit is wrong. */
export const bbansWithoutCheckDigit = (body: unknown): readonly string[] => {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (!isRecord(value)) return;
    for (const name in value) {
      const inner = value[name];
      const bban = typeof inner === "string" ? norwegianBban(name, inner) : undefined;
      if (bban === undefined) look(inner);
      else if (!isInvalid(bban) && !hasBbanCheckDigit(bban)) found.push(bban);
    }
  };
  look(body);
  return found;
};

const norwegianBban = (name: string, text: string) => {
  if (name === "bban") return parseNorwegianBban(text);
  return name === "iban" && text.startsWith("NO") ? parseNorwegianBban(text.slice(4)) : undefined;
};
