import type { NcbctBody } from "../schemas/requests/ncbct-body.ts";
import { debtorBbanIsNorwegian } from "./account-numbers-are-norwegian.ts";
import { accountsHaveOneReference } from "./accounts-have-one-reference.ts";
import { amountIsPayable } from "./amount-is-payable.ts";
import { creditorAgentAccompaniesBban } from "./creditor-agent-accompanies-bban.ts";
import { creditorAgentIsABic } from "./creditor-agent-is-a-bic.ts";
import { creditorBbanIsWellFormed } from "./creditor-bban-is-well-formed.ts";
import { executionDateIsPossible } from "./execution-date-is-possible.ts";
import { ibansAreValid } from "./ibans-are-valid.ts";
import { largeTransferIsReported } from "./large-transfer-is-reported.ts";
import type { Rule } from "./rule.ts";
import { urgencyIsOutsideSepa } from "./urgency-is-outside-sepa.ts";

/** The rules of a Norwegian cross-border credit transfer. */
export const ncbctRules: readonly Rule<NcbctBody>[] = [
  amountIsPayable,
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
