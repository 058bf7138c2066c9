import type { Agreement } from "../ports/psu-directory.ts";
import type { Identification } from "../ports/sca-method.ts";
import type { Sca } from "../request/sca.ts";
import type { ScaFault } from "../request/sca-fault.ts";
import type { BegunProof } from "./begin-proof.ts";
import type { ScaEnd } from "./fail-sca.ts";
import type { ScaClosed } from "./open-sca.ts";
import type { ContextChoice } from "./pages/models/context-choice.ts";
import type { ApprovalContent, ApprovalForm } from "./sca-subject.ts";

/** The current step of an SCA: a page to show, or the redirect to the TPP. */
export type ScaStep =
  | { readonly at: "identify"; readonly sca: Sca; readonly attemptsLeft?: number }
  | {
      readonly at: "context";
      readonly sca: Sca;
      readonly agreements: readonly Agreement[];
      readonly isIncomplete?: boolean;
    }
  | { readonly at: "approve"; readonly sca: Sca; readonly approval: ApprovalContent }
  | BegunProof
  | { readonly at: "leave"; readonly sca: Sca; readonly end: ScaEnd }
  | {
      readonly at: "closed";
      readonly reason: ScaClosed | "stale-form" | "too-many";
      /** The SCA of the link, if there is one. */
      readonly sca?: Sca;
    };

/** A step at which the PSU can do something on a page of the bank. */
export type OpenStep = Extract<ScaStep, { at: "identify" | "context" | "approve" | "wait" }>;

/** The action that the PSU submitted on a page. */
export type ScaAction =
  | { readonly kind: "identify"; readonly identification: Identification }
  | { readonly kind: "choose"; readonly choice: ContextChoice | undefined }
  | { readonly kind: "approve"; readonly form: ApprovalForm }
  | { readonly kind: "refuse" }
  | { readonly kind: "fail"; readonly fault: ScaFault };
