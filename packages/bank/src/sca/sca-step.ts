import type { ContextChoice } from "../pages/parts/context-choice.ts";
import type { Agreement } from "../ports/psu-directory.ts";
import type { Identification } from "../ports/sca-method.ts";
import { identificationAttemptsMax } from "../records/sca.ts";
import type { ScaFault } from "../records/sca-fault.ts";
import type { BegunProof } from "./begin-proof.ts";
import type { ScaEnd } from "./fail-sca.ts";
import type { ScaClosed } from "./open-sca.ts";
import type { StoredSca } from "./sca-store.ts";
import type { ApprovalContent, ApprovalForm } from "./sca-subject.ts";

/** The current step of an SCA: a page to show, or the redirect to the TPP. */
export type ScaStep =
  | { readonly at: "identify"; readonly sca: StoredSca; readonly attemptsLeft?: number }
  | {
      readonly at: "context";
      readonly sca: StoredSca;
      readonly agreements: readonly Agreement[];
      readonly isIncomplete?: boolean;
    }
  | { readonly at: "approve"; readonly sca: StoredSca; readonly approval: ApprovalContent }
  /** The proof begins outside the bank's pages, when the browser goes on by itself. */
  | { readonly at: "begin"; readonly sca: StoredSca }
  | BegunProof
  | { readonly at: "leave"; readonly sca: StoredSca; readonly end: ScaEnd }
  | {
      readonly at: "closed";
      readonly reason: ScaClosed | "stale-form" | "too-many";
      /** The SCA of the link, if there is one. */
      readonly sca?: StoredSca;
    };

/** A step at which the PSU can do something on a page of the bank. */
export type OpenStep = Extract<ScaStep, { at: "identify" | "context" | "approve" | "wait" }>;

export const isOpenStep = (step: ScaStep): step is OpenStep =>
  step.at === "identify" || step.at === "context" || step.at === "approve" || step.at === "wait";

/** The form is of an earlier step, or another tab or browser has moved the SCA. */
export const staleStep: ScaStep = { at: "closed", reason: "stale-form" };

export type IdentifyStep = Extract<ScaStep, { at: "identify" }>;

/** Includes the number of attempts left after one has failed. */
export const identifyStep = (sca: StoredSca): IdentifyStep => ({
  at: "identify",
  sca,
  ...(sca.attempts === 0 ? {} : { attemptsLeft: identificationAttemptsMax - sca.attempts }),
});

/** The action that the PSU submitted on a page. */
export type ScaAction =
  | { readonly kind: "identify"; readonly identification: Identification }
  | { readonly kind: "choose"; readonly choice: ContextChoice | undefined }
  | { readonly kind: "approve"; readonly form: ApprovalForm }
  | { readonly kind: "refuse" }
  | { readonly kind: "fail"; readonly fault: ScaFault };

/** The response of a redirecting SCA method, in the address of the callback. */
export interface ScaReturn {
  readonly state: string;
  /** The query of the callback. */
  readonly parameters: string;
  /** Whether this browser was sent away with this state. */
  readonly isBegunHere: boolean;
}
