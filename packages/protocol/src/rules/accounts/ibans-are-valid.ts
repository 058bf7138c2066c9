import { parseIban } from "../../values/bban-and-iban.ts";
import type { Violation } from "../../violation.ts";
import { type RuleFacts, refusal } from "../rule.ts";

interface Account {
  readonly iban?: string;
}

/** Requires the format of the country and valid check digits for each IBAN. */
export function ibansAreValid(
  body: { readonly creditorAccount: Account; readonly debtorAccount: Account },
  facts: RuleFacts,
): Violation[] {
  return [
    checkIban("/creditorAccount/iban", body.creditorAccount.iban, facts),
    checkIban("/debtorAccount/iban", body.debtorAccount.iban, facts),
  ].filter((violation) => violation !== undefined);
}

function checkIban(
  path: string,
  text: string | undefined,
  facts: RuleFacts,
): Violation | undefined {
  if (text === undefined) return undefined;
  const isHeld = text.startsWith("NO") && facts.heldBbans.has(text.slice(4));
  const norwegianCheckDigit = isHeld ? "off" : facts.bbanCheckDigit;
  return refusal(path, parseIban(text, { norwegianCheckDigit }));
}
