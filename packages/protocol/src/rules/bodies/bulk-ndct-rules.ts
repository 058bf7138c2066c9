import type { BulkNdctBody, BulkNdctItem } from "../../schemas/requests/bulk-ndct-body.ts";
import { type Violation, violationsMax } from "../../violation.ts";
import {
  creditorBbanIsNorwegian,
  debtorBbanIsNorwegian,
} from "../accounts/account-numbers-are-norwegian.ts";
import { debtorIsAccountOrCard } from "../accounts/debtor-is-account-or-card.ts";
import { amountIsPayable } from "../amounts/amount-is-payable.ts";
import { creditorAgentIsABic } from "../creditor/creditor-agent-is-a-bic.ts";
import { currencyAccountHasAgent } from "../creditor/currency-account-has-agent.ts";
import { namesCanBeSent } from "../creditor/names-can-be-sent.ts";
import { urgencyIsAbsent } from "../creditor/urgency-is-outside-sepa.ts";
import { executionDateIsPossible } from "../dates/execution-date-is-possible.ts";
import { kidAgreesWithCreditor } from "../remittance/kid-agrees-with-creditor.ts";
import { remittanceIsNotMixed } from "../remittance/remittance-is-not-mixed.ts";
import { applyRules, type Rule } from "../rule.ts";
import type { RuleFacts } from "../rule-facts.ts";

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
