import type { Currency } from "../data/currencies.ts";
import { type Invalid, isInvalid } from "../invalid.ts";
import type { FractionDigits } from "../values/amount.ts";
import type { KidModulus } from "../values/kid.ts";
import type { Violation } from "../violation.ts";

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

/** Returns the violations of one statement that must be true for a body that passed its schema. */
export type Rule<Body> = (
  body: Body,
  facts: RuleFacts,
) => Violation | readonly Violation[] | undefined;

/** Collects the violations of a list of rules, in the order of the list. */
export function applyRules<Body>(
  rules: readonly Rule<Body>[],
  body: Body,
  facts: RuleFacts,
): Violation[] {
  const violations: Violation[] = [];
  for (const rule of rules) {
    const found = rule(body, facts);
    if (found === undefined) continue;
    if ("code" in found) violations.push(found);
    else violations.push(...found);
  }
  return violations;
}

/** Builds a FORMAT_ERROR. Its text is a sentence that starts with the name of the field. */
export function formatError(path: string, clause: string): Violation {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { code: "FORMAT_ERROR", path, text: `${name} ${clause}.` };
}

/** Turns the result of a parser into a violation of the field, or undefined if it succeeded. */
export function refusal(path: string, result: unknown | Invalid): Violation | undefined {
  return isInvalid(result) ? formatError(path, result.reason) : undefined;
}
