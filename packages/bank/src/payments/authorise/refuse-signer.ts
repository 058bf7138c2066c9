import type { TppMessageCode } from "@varde/protocol";
import type { ScaFault, ScaOutcome } from "../../records/sca-fault.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { SignerObstacle } from "./decide-signings.ts";

const texts: Readonly<Record<SignerObstacle, string>> = {
  "prepare-only": "This person may prepare payments from this account, not approve them.",
  "view-only": "This person may view this account, not approve payments from it.",
  "over-limit": "This person may not approve payments of this amount from this account.",
  "signed-already": "This person has approved the payment already.",
  "sum-too-large":
    "What this person would have approved from this account today is more than 18 digits of øre.",
};

const outcomes: Readonly<Record<SignerObstacle, ScaOutcome>> = {
  "prepare-only": "prepare-only",
  "view-only": "not-yours",
  "over-limit": "over-limit",
  "signed-already": "signed-already",
  "sum-too-large": "over-limit",
};

const refusalCodes: Partial<Readonly<Record<SignerObstacle, TppMessageCode>>> = {
  "signed-already": "CONFLICT",
  "sum-too-large": "PAYMENT_FAILED",
};

/** MAN-04, MAN-05: refuses to start an authorisation that this person may not give. */
export const refuseSigner = (because: SignerObstacle): Refusal =>
  refuse({
    code: refusalCodes[because] ?? "PRODUCT_INVALID",
    text: texts[because],
  });

/** The fault of an SCA of a person who may not sign. */
export const signerFault = (because: SignerObstacle): ScaFault => ({
  system: "sca",
  code: because === "sum-too-large" ? "PAYMENT_FAILED" : "PSU_CREDENTIALS_INVALID",
  message: texts[because],
  outcome: outcomes[because],
});
