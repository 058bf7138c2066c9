import { hasBbanCheckDigit, parseNorwegianBban } from "../../values/bban.ts";
import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";
import type { RuleFacts } from "../rule-facts.ts";

interface Account {
  readonly bban?: string;
}

/** The debtor's account number is Norwegian. */
export function debtorBbanIsNorwegian(
  { debtorAccount }: { readonly debtorAccount: Account },
  facts: RuleFacts,
): Violation | undefined {
  return judge("/debtorAccount/bban", debtorAccount.bban, facts);
}

/** The creditor's account number is Norwegian. */
export function creditorBbanIsNorwegian(
  { creditorAccount }: { readonly creditorAccount: Account },
  facts: RuleFacts,
): Violation | undefined {
  return judge("/creditorAccount/bban", creditorAccount.bban, facts);
}

function judge(path: string, text: string | undefined, facts: RuleFacts): Violation | undefined {
  if (text === undefined) return undefined;
  const bban = parseNorwegianBban(text);
  if (!bban.ok) return formatError(path, bban.reason);
  // The bank's own register is a better judge than a check digit: test data may lack one.
  if (facts.bbanCheckDigit === "off" || facts.heldBbans.has(text)) return undefined;
  return hasBbanCheckDigit(bban.value)
    ? undefined
    : formatError(path, "has a wrong check digit; one digit may be mistyped");
}
