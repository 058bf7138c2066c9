import type { NdctBody } from "../schemas/requests/ndct-body.ts";
import { creditorBbanIsNorwegian, debtorBbanIsNorwegian } from "./account-numbers-are-norwegian.ts";
import { amountIsPayable } from "./amount-is-payable.ts";
import { creditorAgentIsABic } from "./creditor-agent-is-a-bic.ts";
import { currencyAccountHasAgent } from "./currency-account-has-agent.ts";
import { debtorIsAccountOrCard } from "./debtor-is-account-or-card.ts";
import { executionDateIsPossible } from "./execution-date-is-possible.ts";
import { kidAgreesWithCreditor } from "./kid-agrees-with-creditor.ts";
import { remittanceIsNotMixed } from "./remittance-is-not-mixed.ts";
import type { Rule } from "./rule.ts";
import { urgencyIsAbsent } from "./urgency-is-outside-sepa.ts";

/** The rules of a Norwegian domestic credit transfer. */
export const ndctRules: readonly Rule<NdctBody>[] = [
  amountIsPayable,
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
