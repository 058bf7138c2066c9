import type { Currency, PaymentProduct, PaymentService } from "@varde/protocol";
import type { AccountId, AgreementId, PersonId, WorldId } from "./ids.ts";
import type { Person } from "./psu-directory.ts";

/** A payment of a company, and the person who would sign it now. */
export interface SigningRequest {
  readonly worldId: WorldId;
  readonly agreementId: AgreementId;
  readonly accountId: AccountId;
  readonly product: PaymentProduct;
  readonly service: PaymentService;
  /** The instructed amount; of a bulk, that of its largest payment. */
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** The same amount in NOK minor units (øre), by `CoreBank.convertToNokMinor`. */
  readonly nokMinor: bigint;
  /** `nokMinor`, or the sum of a bulk. */
  readonly totalNokMinor: bigint;
  /** The natural person: one person must not have two ids, or would count twice. */
  readonly personId: PersonId;
  /** The people who have signed this payment before, in order. */
  readonly signedBy: readonly PersonId[];
  /**
   * The sum of what this person has signed on this account through Varde on this Oslo day, alone
   * or with others, without this payment.
   */
  readonly signedTodayNokMinor: bigint;
}

/** Why a person may not sign. */
export const signingObstacles = [
  "prepare-only",
  "view-only",
  "over-limit",
  "signed-already",
] as const;
export type SigningObstacle = (typeof signingObstacles)[number];

/** The effect that a signature would have. `rule` is the bank's own reference, for the audit. */
export type SigningDecision =
  /** Enough people have signed, with this one. */
  | { readonly kind: "complete"; readonly rule?: string | undefined }
  /** The signature counts, and so many more people must sign. */
  | { readonly kind: "more"; readonly missing: number; readonly rule?: string | undefined }
  | { readonly kind: "may-not-sign"; readonly because: SigningObstacle };

/**
 * The mandates of companies, which decide who has to sign a payment. Optional: without them,
 * everybody who may use a company's account signs alone. Varde has no rules of its own, because
 * limits must count the payments of the online bank too. `signingMandatesContract` of
 * `@varde/bank/contracts` checks an implementation.
 *
 * @example
 * const [decision] = await mandates.decide([signingRequest]);
 * if (decision?.kind === "more") console.log(`${decision.missing} more must sign`);
 */
export interface SigningMandates {
  /**
   * Decides each request by itself and returns one decision for each, in their order. Called with
   * an empty list when the bank starts, when an authorisation starts, when its page is shown, and
   * when the person approves, which is the one that counts. Writes nothing.
   */
  decide(requests: readonly SigningRequest[]): Promise<readonly SigningDecision[]>;
  /** Lists the people who could sign next. Shown to people of the bank and of the company only. */
  listSigners(request: Omit<SigningRequest, "personId">): Promise<readonly Person[]>;
}
