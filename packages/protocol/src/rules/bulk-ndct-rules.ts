import type { BulkNdctBody, BulkNdctItem } from "../schemas/requests/bulk-ndct-body.ts";
import { type Violation, violationsMax } from "../violation.ts";
import { creditorBbanIsNorwegian, debtorBbanIsNorwegian } from "./account-numbers-are-norwegian.ts";
import { amountIsPayable } from "./amount-is-payable.ts";
import { creditorAgentIsABic } from "./creditor-agent-is-a-bic.ts";
import { currencyAccountHasAgent } from "./currency-account-has-agent.ts";
import { debtorIsAccountOrCard } from "./debtor-is-account-or-card.ts";
import { executionDateIsPossible } from "./execution-date-is-possible.ts";
import { kidAgreesWithCreditor } from "./kid-agrees-with-creditor.ts";
import { remittanceIsNotMixed } from "./remittance-is-not-mixed.ts";
import { applyRules, type Rule } from "./rule.ts";
import type { RuleFacts } from "./rule-facts.ts";
import { urgencyIsAbsent } from "./urgency-is-outside-sepa.ts";

const itemRules: readonly Rule<BulkNdctItem>[] = [
  amountIsPayable,
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
  eachPaymentObeysItsRules,
];

/** Each payment of a bulk obeys the rules of a single one. */
function eachPaymentObeysItsRules({ payments }: BulkNdctBody, facts: RuleFacts): Violation[] {
  const violations: Violation[] = [];
  for (const [index, payment] of payments.entries()) {
    for (const violation of applyRules(itemRules, payment, facts)) {
      violations.push({ ...violation, path: `/payments/${index}${violation.path ?? ""}` });
    }
    if (violations.length >= violationsMax) return violations.slice(0, violationsMax);
  }
  return violations;
}
