import type { NdctBody } from "../../schemas/requests/ndct-body.ts";
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
import type { Rule } from "../rule.ts";

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
