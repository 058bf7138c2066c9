import type { PeriodicNdctBody } from "../../schemas/requests/periodic-ndct-body.ts";
import {
  creditorBbanIsNorwegian,
  debtorBbanIsNorwegian,
} from "../accounts/account-numbers-are-norwegian.ts";
import { accountReferencesAgree } from "../accounts/account-references-agree.ts";
import { accountsHaveAReference } from "../accounts/accounts-have-one-reference.ts";
import { ibansAreNorwegian } from "../accounts/ibans-are-norwegian.ts";
import { ibansAreValid } from "../accounts/ibans-are-valid.ts";
import { amountIsPayable } from "../amounts/amount-is-payable.ts";
import { creditorAgentIsABic } from "../creditor/creditor-agent-is-a-bic.ts";
import { currencyAccountHasAgent } from "../creditor/currency-account-has-agent.ts";
import { namesCanBeSent } from "../creditor/names-can-be-sent.ts";
import { urgencyIsAbsent } from "../creditor/urgency-is-outside-sepa.ts";
import { endDateIsNotBeforeStartDate } from "../dates/end-date-is-not-before-start-date.ts";
import { startDateIsPossible } from "../dates/execution-date-is-possible.ts";
import { monthsBelongToMonthlyVariable } from "../dates/months-belong-to-monthly-variable.ts";
import { kidAgreesWithCreditor } from "../remittance/kid-agrees-with-creditor.ts";
import { remittanceIsNotMixed } from "../remittance/remittance-is-not-mixed.ts";
import type { Rule } from "../rule.ts";

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
