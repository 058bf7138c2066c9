import type { SctBody } from "../schemas/requests/sct-body.ts";
import { debtorBbanIsNorwegian } from "./account-numbers-are-norwegian.ts";
import { accountsHaveOneReference } from "./accounts-have-one-reference.ts";
import { amountIsPayable } from "./amount-is-payable.ts";
import { creditorAgentIsABic } from "./creditor-agent-is-a-bic.ts";
import { executionDateIsPossible } from "./execution-date-is-possible.ts";
import { ibansAreValid } from "./ibans-are-valid.ts";
import { remittanceIsNotMixed } from "./remittance-is-not-mixed.ts";
import type { Rule } from "./rule.ts";
import { sepaCreditorIsInSepa } from "./sepa-creditor-is-in-sepa.ts";
import { sepaPaymentIsInEuro } from "./sepa-payment-is-in-euro.ts";
import { urgencyIsAbsent } from "./urgency-is-outside-sepa.ts";

/** The rules of a SEPA credit transfer. */
export const sctRules: readonly Rule<SctBody>[] = [
  amountIsPayable,
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
