import { isInvalid } from "../invalid.ts";
import type { FundsConfirmationBody } from "../schemas/bodies/psu.ts";
import { hasBbanCheckDigit, parseNorwegianBban } from "../values/bban.ts";
import { parseIban } from "../values/iban.ts";
import type { Violation } from "../violation.ts";
import { amountIsPayable } from "./amounts/amount-is-payable.ts";
import { applyRules, formatError, type Rule, refusal } from "./rule.ts";
import type { RuleFacts } from "./rule-facts.ts";

const fundsConfirmationRules: readonly Rule<FundsConfirmationBody>[] = [
  amountIsPayable,
  accountHasOneReference,
  accountReferenceIsValid,
];

/** Checks the body of a confirmation of funds against its rules. It must have passed its schema. */
export function checkFundsConfirmationRules(
  body: FundsConfirmationBody,
  facts: RuleFacts,
): Violation[] {
  return applyRules(fundsConfirmationRules, body, facts);
}

function accountHasOneReference({ account }: FundsConfirmationBody): Violation | undefined {
  const given = [account.bban, account.iban].filter((reference) => reference !== undefined);
  return given.length === 1
    ? undefined
    : formatError("/account", "must have exactly one of bban and iban");
}

function accountReferenceIsValid(
  { account: { bban, iban } }: FundsConfirmationBody,
  facts: RuleFacts,
): Violation | undefined {
  const isHeld = facts.heldBbans.has(bban ?? iban?.slice(4) ?? "");
  const norwegianCheckDigit = isHeld ? "off" : facts.bbanCheckDigit;
  if (iban !== undefined) return refusal("/account/iban", parseIban(iban, { norwegianCheckDigit }));
  if (bban === undefined) return undefined;
  const number = parseNorwegianBban(bban);
  if (isInvalid(number)) return formatError("/account/bban", number.reason);
  return norwegianCheckDigit === "off" || hasBbanCheckDigit(number)
    ? undefined
    : formatError("/account/bban", "has a wrong check digit; one digit may be mistyped");
}
