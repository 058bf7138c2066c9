import { parseIban } from "../../values/iban.ts";
import type { Violation } from "../../violation.ts";
import { refusal } from "../rule.ts";
import type { RuleFacts } from "../rule-facts.ts";

interface Account {
  readonly iban?: string;
}

/** Each IBAN has its country's form and right check digits. */
export function ibansAreValid(
  body: { readonly creditorAccount: Account; readonly debtorAccount: Account },
  facts: RuleFacts,
): Violation[] {
  return [
    judge("/creditorAccount/iban", body.creditorAccount.iban, facts),
    judge("/debtorAccount/iban", body.debtorAccount.iban, facts),
  ].filter((violation) => violation !== undefined);
}

function judge(path: string, text: string | undefined, facts: RuleFacts): Violation | undefined {
  if (text === undefined) return undefined;
  const isHeld = text.startsWith("NO") && facts.heldBbans.has(text.slice(4));
  const norwegianCheckDigit = isHeld ? "off" : facts.bbanCheckDigit;
  return refusal(path, parseIban(text, { norwegianCheckDigit }));
}
