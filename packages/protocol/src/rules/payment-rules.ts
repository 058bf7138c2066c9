import type {
  BulkNdctBody,
  BulkNdctItem,
  IndctsBody,
  NcbctBody,
  NdctBody,
  PeriodicNdctBody,
  SctBody,
} from "../schemas/bodies/payment-bodies.ts";
import { type Violation, violationsMax } from "../violation.ts";
import {
  creditorBbanIsNorwegian,
  debtorBbanIsNorwegian,
} from "./accounts/account-numbers-are-norwegian.ts";
import { accountReferencesAgree } from "./accounts/account-references-agree.ts";
import {
  accountsHaveAReference,
  accountsHaveOneReference,
} from "./accounts/accounts-have-one-reference.ts";
import { debtorIsAccountOrCard } from "./accounts/debtor-is-account-or-card.ts";
import { ibansAreNorwegian } from "./accounts/ibans-are-norwegian.ts";
import { ibansAreValid } from "./accounts/ibans-are-valid.ts";
import { amountIsPayable } from "./amounts/amount-is-payable.ts";
import { instantPaymentIsInNok } from "./amounts/instant-payment-is-in-nok.ts";
import { largeTransferIsReported } from "./amounts/large-transfer-is-reported.ts";
import { sepaPaymentIsInEuro } from "./amounts/sepa-payment-is-in-euro.ts";
import { creditorAgentAccompaniesBban } from "./creditor/creditor-agent-accompanies-bban.ts";
import { creditorAgentIsABic } from "./creditor/creditor-agent-is-a-bic.ts";
import { creditorBbanIsWellFormed } from "./creditor/creditor-bban-is-well-formed.ts";
import { currencyAccountHasAgent } from "./creditor/currency-account-has-agent.ts";
import { kidAgreesWithCreditor } from "./creditor/kid-agrees-with-creditor.ts";
import { namesCanBeSent } from "./creditor/names-can-be-sent.ts";
import { remittanceIsNotMixed } from "./creditor/remittance-is-not-mixed.ts";
import { sepaCreditorIsInSepa } from "./creditor/sepa-creditor-is-in-sepa.ts";
import { urgencyIsAbsent, urgencyIsOutsideSepa } from "./creditor/urgency-is-outside-sepa.ts";
import { endDateIsNotBeforeStartDate } from "./dates/end-date-is-not-before-start-date.ts";
import { executionDateIsAbsent } from "./dates/execution-date-is-absent.ts";
import {
  executionDateIsPossible,
  startDateIsPossible,
} from "./dates/execution-date-is-possible.ts";
import { monthsBelongToMonthlyVariable } from "./dates/months-belong-to-monthly-variable.ts";
import { applyRules, type Rule } from "./rule.ts";
import type { RuleFacts } from "./rule-facts.ts";

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
