import type { TransactionStatus } from "@varde/protocol";
import { fragment, inList, type Statement, sql } from "@varde/storage";
import type { PaymentId } from "../ports/ids.ts";
import { dateMoveCode, type Payment } from "../records/payment.ts";

/** Payments that make the same move: their ids, and the state all of them were read in. */
export interface Moving {
  readonly ids: readonly PaymentId[];
  readonly from: TransactionStatus;
  readonly version: bigint;
}

/** The state after the move. Without `funds`, the stored value stays. */
export interface Moved {
  readonly to: TransactionStatus;
  readonly at: number;
  readonly failure: string | null;
  readonly funds: number | null;
}

export type Signing = Pick<
  Payment,
  "personId" | "agreementId" | "context" | "scaId" | "executionDate" | "dateMoved"
>;

/** Restricts an update to the payments that have not moved since they were read. */
const unmoved = ({ ids, from, version }: Moving) =>
  fragment`where payment_id ${inList(ids)} and version = ${version} and status = ${from}`;

const move = (moving: Moving, { to, at, failure, funds }: Moved) =>
  fragment`update payment set status = ${to}, version = version + 1, status_at = ${at},
      failure = ${failure}, funds_available = coalesce(${funds}, funds_available)
    ${unmoved(moving)}`;

const sign = (moving: Moving, { to, at }: Moved, signing: Signing) =>
  fragment`update payment set status = ${to}, version = version + 1, status_at = ${at},
      signed_at = ${at}, person_id = ${signing.personId ?? null},
      agreement_id = ${signing.agreementId ?? null}, context = ${signing.context ?? null},
      sca_id = ${signing.scaId ?? null},
      execution_date = ${signing.executionDate}, date_moved = ${dateMoveCode(signing.dateMoved)}
    ${unmoved(moving)}`;

/** Changes the status and returns the ids of the payments that moved. */
export const moveAll = (moving: Moving, moved: Moved): Statement =>
  sql`${move(moving, moved)} returning payment_id`;

/** Like `moveAll`, for payments that this unit has locked: the count of changes is enough. */
export const moveLocked = (moving: Moving, moved: Moved): Statement => sql`${move(moving, moved)}`;

export const signAll = (moving: Moving, moved: Moved, signing: Signing): Statement =>
  sql`${sign(moving, moved, signing)} returning payment_id`;

/** Like `signAll`, for payments that this unit has locked. */
export const signLocked = (moving: Moving, moved: Moved, signing: Signing): Statement =>
  sql`${sign(moving, moved, signing)}`;

/** Leaves the status unchanged and excludes the payment from all batches. */
export const giveUpAll = (moving: Moving, { failure }: Moved): Statement =>
  sql`update payment set version = version + 1, failure = ${failure}, taken_by = null
    ${unmoved(moving)} returning payment_id`;
