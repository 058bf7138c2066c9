import type { Currency } from "../data/currencies.ts";
import type { FractionDigits } from "../values/amount.ts";
import type { KidModulus } from "../values/kid.ts";

/** What a payee has agreed with its bank about the references of payments to it. */
export interface KidAgreement {
  /** Whether a KID is unknown here, may be given, or must be. */
  readonly kind: "off" | "optional" | "mandatory";
  readonly lengths: readonly number[];
  readonly modulus: KidModulus;
}

/** What the rules know besides the body. They are pure: all else comes in here. */
export interface RuleFacts {
  /** The day in Oslo, YYYY-MM-DD. */
  readonly today: string;
  readonly fractionDigits: FractionDigits;
  readonly bbanCheckDigit: "required" | "off";
  /** The account numbers of the body that the bank holds itself. */
  readonly heldBbans: ReadonlySet<string>;
  readonly convertToNokMinor: (amountMinor: bigint, currency: Currency) => bigint;
  readonly findKidAgreement: (bban: string) => KidAgreement | undefined;
}
