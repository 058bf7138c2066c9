import type { SigningObstacle } from "../../ports/signing-mandates.ts";
import type { ScaFault, ScaOutcome } from "../../records/sca-fault.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";

const texts: Readonly<Record<SigningObstacle, string>> = {
  "prepare-only": "This person may prepare payments from this account, not approve them.",
  "view-only": "This person may view this account, not approve payments from it.",
  "over-limit": "This person may not approve payments of this amount from this account.",
  "signed-already": "This person has approved the payment already.",
};

const outcomes: Readonly<Record<SigningObstacle, ScaOutcome>> = {
  "prepare-only": "prepare-only",
  "view-only": "not-yours",
  "over-limit": "over-limit",
  "signed-already": "signed-already",
};

/** MAN-04, MAN-05: refuses to start an authorisation that this person may not give. */
export const refuseSigner = (because: SigningObstacle): Refusal =>
  refuse({
    code: because === "signed-already" ? "CONFLICT" : "PRODUCT_INVALID",
    text: texts[because],
  });

/** The fault of an SCA of a person who may not sign. */
export const signerFault = (because: SigningObstacle): ScaFault => ({
  system: "sca",
  code: "PSU_CREDENTIALS_INVALID",
  message: texts[because],
  outcome: outcomes[because],
});
