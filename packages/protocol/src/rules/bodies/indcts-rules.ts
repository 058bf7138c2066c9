import type { IndctsBody } from "../../schemas/requests/indcts-body.ts";
import {
  creditorBbanIsNorwegian,
  debtorBbanIsNorwegian,
} from "../accounts/account-numbers-are-norwegian.ts";
import { amountIsPayable } from "../amounts/amount-is-payable.ts";
import { instantPaymentIsInNok } from "../amounts/instant-payment-is-in-nok.ts";
import { creditorAgentIsABic } from "../creditor/creditor-agent-is-a-bic.ts";
import { namesCanBeSent } from "../creditor/names-can-be-sent.ts";
import { urgencyIsAbsent } from "../creditor/urgency-is-outside-sepa.ts";
import { executionDateIsAbsent } from "../dates/execution-date-is-absent.ts";
import { kidAgreesWithCreditor } from "../remittance/kid-agrees-with-creditor.ts";
import { remittanceIsNotMixed } from "../remittance/remittance-is-not-mixed.ts";
import type { Rule } from "../rule.ts";

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
