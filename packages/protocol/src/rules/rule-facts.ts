import type { Currency } from "../data/currencies.ts";
import type { FractionDigits } from "../values/amount.ts";
import type { KidModulus } from "../values/kid.ts";

/** The agreement between a payee and its bank about KIDs in payments to the payee. */
export interface KidAgreement {
  /** Whether a KID has no meaning, is optional, or is required. */
  readonly kind: "off" | "optional" | "mandatory";
  readonly lengths: readonly number[];
  readonly modulus: KidModulus;
}

/** Everything the rules read besides the body, so that they stay pure functions. */
export interface RuleFacts {
  /** The current date in Oslo, YYYY-MM-DD. */
  readonly today: string;
  readonly fractionDigits: FractionDigits;
  readonly bbanCheckDigit: "required" | "off";
  /** Whether names and addresses are re-encoded or refused if they cannot be sent as they are. */
  readonly names: "re-encode" | "refuse";
  /** The account numbers in the body that belong to accounts of this bank. */
  readonly heldBbans: ReadonlySet<string>;
  readonly convertToNokMinor: (amountMinor: bigint, currency: Currency) => bigint;
  readonly findKidAgreement: (bban: string) => KidAgreement | undefined;
}
