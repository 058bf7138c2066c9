import { isInvalid } from "./invalid.ts";
import {
  creditorBbanIsNorwegian,
  debtorBbanIsNorwegian,
} from "./rules/accounts/account-numbers-are-norwegian.ts";
import { accountReferencesAgree } from "./rules/accounts/account-references-agree.ts";
import {
  accountsHaveAReference,
  accountsHaveOneReference,
} from "./rules/accounts/accounts-have-one-reference.ts";
import { debtorIsAccountOrCard } from "./rules/accounts/debtor-is-account-or-card.ts";
import { ibansAreNorwegian } from "./rules/accounts/ibans-are-norwegian.ts";
import { ibansAreValid } from "./rules/accounts/ibans-are-valid.ts";
import { amountIsPayable } from "./rules/amounts/amount-is-payable.ts";
import { instantPaymentIsInNok } from "./rules/amounts/instant-payment-is-in-nok.ts";
import { largeTransferIsReported } from "./rules/amounts/large-transfer-is-reported.ts";
import { sepaPaymentIsInEuro } from "./rules/amounts/sepa-payment-is-in-euro.ts";
import { creditorAgentAccompaniesBban } from "./rules/creditor/creditor-agent-accompanies-bban.ts";
import { creditorAgentIsABic } from "./rules/creditor/creditor-agent-is-a-bic.ts";
import { creditorBbanIsWellFormed } from "./rules/creditor/creditor-bban-is-well-formed.ts";
import { currencyAccountHasAgent } from "./rules/creditor/currency-account-has-agent.ts";
import { kidAgreesWithCreditor } from "./rules/creditor/kid-agrees-with-creditor.ts";
import { namesCanBeSent } from "./rules/creditor/names-can-be-sent.ts";
import { remittanceIsNotMixed } from "./rules/creditor/remittance-is-not-mixed.ts";
import { sepaCreditorIsInSepa } from "./rules/creditor/sepa-creditor-is-in-sepa.ts";
import { urgencyIsAbsent, urgencyIsOutsideSepa } from "./rules/creditor/urgency-is-outside-sepa.ts";
import { endDateIsNotBeforeStartDate } from "./rules/dates/end-date-is-not-before-start-date.ts";
import { executionDateIsAbsent } from "./rules/dates/execution-date-is-absent.ts";
import {
  executionDateIsPossible,
  startDateIsPossible,
} from "./rules/dates/execution-date-is-possible.ts";
import { monthsBelongToMonthlyVariable } from "./rules/dates/months-belong-to-monthly-variable.ts";
import { applyRules, formatError, type Rule, type RuleFacts, refusal } from "./rules/rule.ts";
import type { FundsConfirmationBody } from "./schemas/bodies/accounts.ts";
import type {
  BulkNdctBody,
  BulkNdctItem,
  IndctsBody,
  NcbctBody,
  NdctBody,
  PeriodicNdctBody,
  SctBody,
} from "./schemas/bodies/payment-body.ts";
import { hasBbanCheckDigit, parseIban, parseNorwegianBban } from "./values/bban-and-iban.ts";
import { type Violation, violationsMax } from "./violation.ts";

/** The rules of a Norwegian domestic credit transfer. */
export const ndctRules: readonly Rule<NdctBody>[] = [
  amountIsPayable,
  namesCanBeSent,
  creditorBbanIsNorwegian,
  creditorAgentIsABic,
  currencyAccountHasAgent,
  debtorIsAccountOrCard,
  debtorBbanIsNorwegian,
  remittanceIsNotMixed,
  kidAgreesWithCreditor,
  urgencyIsAbsent,
  executionDateIsPossible,
];

const itemRules: readonly Rule<BulkNdctItem>[] = [
  amountIsPayable,
  namesCanBeSent,
  creditorBbanIsNorwegian,
  creditorAgentIsABic,
  currencyAccountHasAgent,
  remittanceIsNotMixed,
  kidAgreesWithCreditor,
  urgencyIsAbsent,
];

/** The rules of a bulk of Norwegian domestic credit transfers. */
export const bulkNdctRules: readonly Rule<BulkNdctBody>[] = [
  debtorIsAccountOrCard,
  debtorBbanIsNorwegian,
  executionDateIsPossible,
  eachPaymentIsValid,
];

/** Applies the rules of a single payment to each payment of a bulk. */
function eachPaymentIsValid({ payments }: BulkNdctBody, facts: RuleFacts): Violation[] {
  const violations: Violation[] = [];
  for (const [index, payment] of payments.entries()) {
    for (const violation of applyRules(itemRules, payment, facts)) {
      violations.push({ ...violation, path: `/payments/${index}${violation.path ?? ""}` });
    }
    if (violations.length >= violationsMax) return violations.slice(0, violationsMax);
  }
  return violations;
}

/** The rules of a periodic Norwegian domestic credit transfer. */
export const periodicNdctRules: readonly Rule<PeriodicNdctBody>[] = [
  amountIsPayable,
  namesCanBeSent,
  accountsHaveAReference,
  creditorBbanIsNorwegian,
  debtorBbanIsNorwegian,
  ibansAreValid,
  ibansAreNorwegian,
  accountReferencesAgree,
  creditorAgentIsABic,
  currencyAccountHasAgent,
  remittanceIsNotMixed,
  kidAgreesWithCreditor,
  urgencyIsAbsent,
  startDateIsPossible,
  endDateIsNotBeforeStartDate,
  monthsBelongToMonthlyVariable,
];

/** The rules of an instant Norwegian domestic credit transfer. */
export const indctsRules: readonly Rule<IndctsBody>[] = [
  amountIsPayable,
  namesCanBeSent,
  instantPaymentIsInNok,
  creditorBbanIsNorwegian,
  creditorAgentIsABic,
  debtorBbanIsNorwegian,
  remittanceIsNotMixed,
  kidAgreesWithCreditor,
  urgencyIsAbsent,
  executionDateIsAbsent,
];

/** The rules of a cross-border credit transfer, under either product. */
export const crossBorderRules: readonly Rule<NcbctBody>[] = [
  amountIsPayable,
  namesCanBeSent,
  accountsHaveOneReference,
  creditorBbanIsWellFormed,
  debtorBbanIsNorwegian,
  ibansAreValid,
  creditorAgentIsABic,
  creditorAgentAccompaniesBban,
  largeTransferIsReported,
  urgencyIsOutsideSepa,
  executionDateIsPossible,
];

/** The rules of a SEPA credit transfer. */
export const sctRules: readonly Rule<SctBody>[] = [
  amountIsPayable,
  namesCanBeSent,
  sepaPaymentIsInEuro,
  accountsHaveOneReference,
  ibansAreValid,
  sepaCreditorIsInSepa,
  debtorBbanIsNorwegian,
  creditorAgentIsABic,
  remittanceIsNotMixed,
  urgencyIsAbsent,
  executionDateIsPossible,
];

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
