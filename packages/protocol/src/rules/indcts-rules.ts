import type { IndctsBody } from "../schemas/requests/indcts-body.ts";
import { creditorBbanIsNorwegian, debtorBbanIsNorwegian } from "./account-numbers-are-norwegian.ts";
import { amountIsPayable } from "./amount-is-payable.ts";
import { creditorAgentIsABic } from "./creditor-agent-is-a-bic.ts";
import { executionDateIsAbsent } from "./execution-date-is-absent.ts";
import { instantPaymentIsInNok } from "./instant-payment-is-in-nok.ts";
import { kidAgreesWithCreditor } from "./kid-agrees-with-creditor.ts";
import { remittanceIsNotMixed } from "./remittance-is-not-mixed.ts";
import type { Rule } from "./rule.ts";
import { urgencyIsAbsent } from "./urgency-is-outside-sepa.ts";

/** The rules of an instant Norwegian domestic credit transfer. */
export const indctsRules: readonly Rule<IndctsBody>[] = [
  amountIsPayable,
  instantPaymentIsInNok,
  creditorBbanIsNorwegian,
  creditorAgentIsABic,
  debtorBbanIsNorwegian,
  remittanceIsNotMixed,
  kidAgreesWithCreditor,
  urgencyIsAbsent,
  executionDateIsAbsent,
];
