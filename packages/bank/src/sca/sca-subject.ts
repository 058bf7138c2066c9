import assert from "node:assert/strict";
import type { Unit } from "@varde/storage";
import type { ConsentScope } from "../request/consent.ts";
import type { Sca, ScaSubjectKind } from "../request/sca.ts";
import type { ScaFault, ScaOutcome } from "../request/sca-fault.ts";
import type { AuthenticatedSca } from "./authenticated-sca.ts";
import type { BatchView, PaymentView, Purpose } from "./pages/models/page-models.ts";

/** What the PSU is asked to approve once they are known; nothing more for an identification. */
export type Approval =
  | { readonly kind: "nothing" }
  | { readonly kind: "payment"; readonly details: PaymentView }
  | { readonly kind: "batch"; readonly details: BatchView }
  | { readonly kind: "cancellation"; readonly details: PaymentView | BatchView }
  | {
      readonly kind: "consent";
      readonly scope: ConsentScope;
      readonly accounts: readonly ConsentChoice[];
    };

export interface ConsentChoice {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly isGranted: boolean;
  /** Whether the TPP has it at present, and not only once had. */
  readonly isOpen: boolean;
}

/** What the PSU says beside yes: the accounts they ticked. */
export interface ApprovalForm {
  readonly accountIds: readonly string[];
}

/** What an approval will do, once it is known who approves what. */
export interface Approvable {
  /** Runs in the unit that completes the SCA. A fault undoes the unit, and the SCA fails. */
  approve(at: number): Unit<void, ScaFault>;
  /** What the PSU is shown when it is done, if not simply that all went well. */
  readonly outcome?: ScaOutcome;
  /** Does what must be done before the PSU goes back, after the approval is stored. */
  settle?(): Promise<ScaFault | undefined>;
}

/**
 * What an SCA is about. The folder of each resource supplies its own; the composition root puts
 * them into a table by kind.
 */
export interface ScaSubject {
  /** Returns what the page says before the PSU is known. */
  purpose(sca: Sca): Promise<Purpose>;
  /** Returns what the PSU is asked to approve, or undefined if nothing is left to approve. */
  approval(sca: Sca): Promise<Approval | undefined>;
  /** Returns the approval this person may give, or what forbids it. */
  check(sca: AuthenticatedSca, form: ApprovalForm): Promise<Approvable | ScaFault>;
}

export type ScaSubjects = Readonly<Record<ScaSubjectKind, ScaSubject>>;

export const isScaFault = (value: Approvable | ScaFault): value is ScaFault => "code" in value;

/** The id of the payment or basket an SCA is about. */
export const requireSubjectId = ({ subjectId, subjectKind }: Sca): string => {
  assert(subjectId !== undefined, `an SCA about a ${subjectKind} names it`);
  return subjectId;
};

/** The subject of SCAs that only identify the PSU. */
export const identificationSubject: ScaSubject = {
  purpose: async () => ({ kind: "login" }),
  approval: async () => ({ kind: "nothing" }),
  check: async () => ({ *approve() {} }),
};
