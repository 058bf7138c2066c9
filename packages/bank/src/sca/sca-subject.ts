import type { Unit } from "@varde/storage";
import type { ConsentScope } from "../request/consent.ts";
import type { Sca, ScaSubjectKind } from "../request/sca.ts";
import type { ScaFault, ScaOutcome } from "../request/sca-fault.ts";
import type { BatchDetails, PaymentDetails, Purpose } from "./pages/models/page-models.ts";

/** What the PSU is asked to approve once they are known; nothing more for an identification. */
export type Approval =
  | { readonly kind: "nothing" }
  | { readonly kind: "payment"; readonly details: PaymentDetails }
  | { readonly kind: "batch"; readonly details: BatchDetails }
  | { readonly kind: "cancellation"; readonly details: PaymentDetails | BatchDetails }
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

/**
 * What the end of an SCA means for its subject. The SCA knows nothing of payments or consents; the
 * composition root fills a table from subject kind to handler.
 */
export interface ScaSubjectHandler {
  /** Told on the way in, before the PSU is known. */
  purpose(sca: Sca): Promise<Purpose>;
  /** Nothing when there is nothing left to approve. */
  approval(sca: Sca): Promise<Approval | undefined>;
  /** What forbids this person to approve what they ticked, once it is known who they are. */
  check(sca: Sca, form: ApprovalForm): Promise<ScaFault | undefined>;
  /** Runs in the unit that completes the SCA; with a fault it is undone and the SCA fails. */
  approve(sca: Sca, form: ApprovalForm, at: number): Unit<ScaFault | undefined>;
  /** What the PSU is told when it is done, where that all is well would tell them too much. */
  outcome?(form: ApprovalForm): ScaOutcome | undefined;
  /** What must be done before the PSU is sent back, after the approval is kept. */
  settle(sca: Sca): Promise<ScaFault | undefined>;
}

export type ScaSubjects = Readonly<Partial<Record<ScaSubjectKind, ScaSubjectHandler>>>;

/** For SCAs that are about nothing but who the PSU is. */
export const identificationSubject: ScaSubjectHandler = {
  purpose: async () => ({ kind: "login" }),
  approval: async () => ({ kind: "nothing" }),
  check: async () => undefined,
  // biome-ignore lint/correctness/useYield: a unit that has nothing to write
  approve: function* () {
    return undefined;
  },
  settle: async () => undefined,
};
