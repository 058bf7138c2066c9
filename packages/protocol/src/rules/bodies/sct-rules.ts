import type { SctBody } from "../../schemas/requests/sct-body.ts";
import { debtorBbanIsNorwegian } from "../accounts/account-numbers-are-norwegian.ts";
import { accountsHaveOneReference } from "../accounts/accounts-have-one-reference.ts";
import { ibansAreValid } from "../accounts/ibans-are-valid.ts";
import { amountIsPayable } from "../amounts/amount-is-payable.ts";
import { sepaPaymentIsInEuro } from "../amounts/sepa-payment-is-in-euro.ts";
import { creditorAgentIsABic } from "../creditor/creditor-agent-is-a-bic.ts";
import { namesCanBeSent } from "../creditor/names-can-be-sent.ts";
import { sepaCreditorIsInSepa } from "../creditor/sepa-creditor-is-in-sepa.ts";
import { urgencyIsAbsent } from "../creditor/urgency-is-outside-sepa.ts";
import { executionDateIsPossible } from "../dates/execution-date-is-possible.ts";
import { remittanceIsNotMixed } from "../remittance/remittance-is-not-mixed.ts";
import type { Rule } from "../rule.ts";

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
