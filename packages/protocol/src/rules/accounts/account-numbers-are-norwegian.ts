import { isInvalid } from "../../invalid.ts";
import { hasBbanCheckDigit, parseNorwegianBban } from "../../values/bban-and-iban.ts";
import type { Violation } from "../../violation.ts";
import { formatError, type RuleFacts } from "../rule.ts";

interface Account {
  readonly bban?: string;
}

/** Requires a Norwegian account number for the debtor. */
export function debtorBbanIsNorwegian(
  { debtorAccount }: { readonly debtorAccount: Account },
  facts: RuleFacts,
): Violation | undefined {
  return checkBban("/debtorAccount/bban", debtorAccount.bban, facts);
}

/** Requires a Norwegian account number for the creditor. */
export function creditorBbanIsNorwegian(
  { creditorAccount }: { readonly creditorAccount: Account },
  facts: RuleFacts,
): Violation | undefined {
  return checkBban("/creditorAccount/bban", creditorAccount.bban, facts);
}

function checkBban(
  path: string,
  text: string | undefined,
  facts: RuleFacts,
): Violation | undefined {
  if (text === undefined) return undefined;
  const bban = parseNorwegianBban(text);
  if (isInvalid(bban)) return formatError(path, bban.reason);
  // An account of this bank is valid even without a check digit, which test data may lack.
  if (facts.bbanCheckDigit === "off" || facts.heldBbans.has(text)) return undefined;
  return hasBbanCheckDigit(bban)
    ? undefined
    : formatError(path, "has a wrong check digit; one digit may be mistyped");
}
