import type { RuleFacts } from "../../src/rules/index.ts";

/**
 * Returns the facts of an ordinary Sunday, with an exchange rate of ten kroner for every currency.
 */
export function someFacts(changes: Partial<RuleFacts> = {}): RuleFacts {
  return {
    today: "2026-11-15",
    fractionDigits: "exact",
    bbanCheckDigit: "required",
    names: "refuse",
    heldBbans: new Set(),
    convertToNokMinor: (amountMinor, currency) =>
      currency === "NOK" ? amountMinor : amountMinor * 10n,
    findKidAgreement: () => undefined,
    ...changes,
  };
}

export const kidFacts = (kind: "off" | "optional" | "mandatory", modulus: 10 | 11 = 10) =>
  someFacts({
    findKidAgreement: (bban) =>
      bban === "86011117947" ? { kind, lengths: [8, 9], modulus } : undefined,
  });
