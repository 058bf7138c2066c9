import assert from "node:assert/strict";
import type { Unit } from "@varde/storage";
import type { Purpose } from "../pages/parts/page-models.ts";
import type { BatchView, JointView, PaymentView } from "../pages/parts/payment-view.ts";
import type {
  AccountId,
  AgreementId,
  BasketId,
  PaymentId,
  PersonId,
  TppId,
  WorldId,
} from "../ports/ids.ts";
import type { ConsentScope } from "../records/consent.ts";
import type { Sca, ScaSubjectKind, ShownQuote } from "../records/sca.ts";
import type { ScaFault, ScaOutcome } from "../records/sca-fault.ts";
import { type AuthenticatedSca, assertAuthenticated } from "./authenticated-sca.ts";

/** The content of the approval page; nothing for an identification. */
export type ApprovalContent =
  | { readonly kind: "nothing" }
  | { readonly kind: "payment"; readonly details: PaymentView; readonly joint?: JointView }
  | { readonly kind: "batch"; readonly details: BatchView; readonly joint?: JointView }
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
  /** Whether the TPP has access now. */
  readonly isOpen: boolean;
}

/** The form of an approval: the accounts that the PSU ticked. */
export interface ApprovalForm {
  readonly accountIds: readonly AccountId[];
}

/** Undoes an approval whose check has to be repeated. */
export const checkAgain = "check-again";

/** The effect of an approval that has been checked. */
export interface Approvable {
  /**
   * Runs in the unit that completes the SCA. A fault undoes the unit, and the SCA fails.
   * `checkAgain` undoes it too: what was checked has changed since, and is checked once more.
   */
  approve(at: number): Unit<void, ScaFault | typeof checkAgain>;
  /** Outcome that the PSU sees afterwards, if not "approved". */
  readonly outcome?: ScaOutcome;
  /** Settles what was approved, after the approval is stored and before the PSU goes back. */
  settle?(): Promise<ScaFault | undefined>;
}

/** The person for whom something waits. */
export interface WaitingFor {
  readonly worldId: WorldId;
  readonly personId: PersonId;
}

/** A payment or basket that waits for a person of a company. */
export interface WaitingSubject {
  readonly kind: "payment" | "basket";
  readonly id: string;
  readonly hash: string;
  readonly tppId: TppId;
  readonly brand: string | undefined;
  readonly agreementId: AgreementId;
  readonly createdBy: PersonId | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The people who have signed, in order. */
  readonly signers: readonly { readonly personId: PersonId; readonly at: number }[];
  /** The exchanges as quoted for this listing. */
  readonly shown: readonly ShownQuote[];
  readonly content: Extract<ApprovalContent, { kind: "payment" | "batch" }>;
}

/**
 * The subject of an SCA. Each resource implements its own, and `create-bank.ts` lists them by kind.
 */
export interface ScaSubject {
  /** Returns what the identification page shows. */
  purpose(sca: Sca): Promise<Purpose>;
  /** Returns what the PSU is asked to approve, or undefined if nothing is left to approve. */
  approval(sca: Sca): Promise<ApprovalContent | undefined>;
  /**
   * Lists what this person could sign in the bank's own channels, without the TPP, newest first.
   * Subjects without mandates have nothing to list.
   */
  listWaiting?(user: WaitingFor): Promise<readonly WaitingSubject[]>;
  /** Settles once more what an SCA has approved; a subject that needs no settlement omits it. */
  settleAgain?(sca: Sca): Promise<ScaFault | undefined>;
  /** Returns the approval this person may give, or what forbids it. */
  check(sca: AuthenticatedSca, form: ApprovalForm): Promise<Approvable | ScaFault>;
}

export type ScaSubjects = Readonly<Record<ScaSubjectKind, ScaSubject>>;

export const isScaFault = (value: Approvable | ScaFault): value is ScaFault => "code" in value;

/** The types of the ids of subjects. */
interface SubjectIds {
  readonly payment: PaymentId;
  readonly cancellation: PaymentId;
  readonly basket: BasketId;
}

/** Returns the id of the payment or basket that an SCA of this kind is about. */
export const requireSubjectId = <Kind extends keyof SubjectIds>(
  { subjectId, subjectKind }: Sca,
  kind: Kind,
): SubjectIds[Kind] => {
  assert(subjectKind === kind, `an SCA of kind ${subjectKind} is not one of kind ${kind}`);
  assert(subjectId !== undefined, `the SCA of a ${subjectKind} has no subject id`);
  return subjectId as SubjectIds[Kind];
};

/** The subject of SCAs that only identify the PSU. */
export const identificationSubject: ScaSubject = {
  purpose: async () => ({ kind: "login" }),
  approval: async () => ({ kind: "nothing" }),
  check: async (sca) => {
    assertAuthenticated(sca);
    return { *approve() {} };
  },
};
