import type { NcbctBody } from "../../schemas/requests/ncbct-body.ts";
import { debtorBbanIsNorwegian } from "../accounts/account-numbers-are-norwegian.ts";
import { accountsHaveOneReference } from "../accounts/accounts-have-one-reference.ts";
import { ibansAreValid } from "../accounts/ibans-are-valid.ts";
import { amountIsPayable } from "../amounts/amount-is-payable.ts";
import { largeTransferIsReported } from "../amounts/large-transfer-is-reported.ts";
import { creditorAgentAccompaniesBban } from "../creditor/creditor-agent-accompanies-bban.ts";
import { creditorAgentIsABic } from "../creditor/creditor-agent-is-a-bic.ts";
import { creditorBbanIsWellFormed } from "../creditor/creditor-bban-is-well-formed.ts";
import { namesCanBeSent } from "../creditor/names-can-be-sent.ts";
import { urgencyIsOutsideSepa } from "../creditor/urgency-is-outside-sepa.ts";
import { executionDateIsPossible } from "../dates/execution-date-is-possible.ts";
import type { Rule } from "../rule.ts";

/** The rules of a Norwegian cross-border credit transfer. */
export const ncbctRules: readonly Rule<NcbctBody>[] = [
  amountIsPayable,
  namesCanBeSent,
  accountsHaveOneReference,
  creditorBbanIsWellFormed,
  debtorBbanIsNorwegian,
  ibansAreValid,
  creditorAgentIsABic,
  creditorAgentAccompaniesBban,
  largeTransferIsReported,
  urgencyIsOutsideSepa,
  executionDateIsPossible,
];
