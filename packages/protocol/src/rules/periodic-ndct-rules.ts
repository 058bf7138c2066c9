import type { PeriodicNdctBody } from "../schemas/requests/periodic-ndct-body.ts";
import { creditorBbanIsNorwegian, debtorBbanIsNorwegian } from "./account-numbers-are-norwegian.ts";
import { accountReferencesAgree } from "./account-references-agree.ts";
import { accountsHaveAReference } from "./accounts-have-one-reference.ts";
import { amountIsPayable } from "./amount-is-payable.ts";
import { creditorAgentIsABic } from "./creditor-agent-is-a-bic.ts";
import { currencyAccountHasAgent } from "./currency-account-has-agent.ts";
import { endDateIsNotBeforeStartDate } from "./end-date-is-not-before-start-date.ts";
import { startDateIsPossible } from "./execution-date-is-possible.ts";
import { ibansAreNorwegian } from "./ibans-are-norwegian.ts";
import { ibansAreValid } from "./ibans-are-valid.ts";
import { kidAgreesWithCreditor } from "./kid-agrees-with-creditor.ts";
import { monthsBelongToMonthlyVariable } from "./months-belong-to-monthly-variable.ts";
import { remittanceIsNotMixed } from "./remittance-is-not-mixed.ts";
import type { Rule } from "./rule.ts";
import { urgencyIsAbsent } from "./urgency-is-outside-sepa.ts";

/** The rules of a periodic Norwegian domestic credit transfer. */
export const periodicNdctRules: readonly Rule<PeriodicNdctBody>[] = [
  amountIsPayable,
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
