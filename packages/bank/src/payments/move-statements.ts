import type { TransactionStatus } from "@varde/protocol";
import { type Statement, sql } from "@varde/storage";
import type { Payment } from "./payment.ts";
import { codeOfDateMove } from "./payment-store.ts";

/** Payments that move alike: a JSON list of their ids, and what all of them were when read. */
export interface Moving {
  readonly ids: string;
  readonly from: TransactionStatus;
  readonly version: bigint;
}

/** Where they move to; an outcome that says nothing of the funds leaves what is known of them. */
export interface Moved {
  readonly to: TransactionStatus;
  readonly at: number;
  readonly failure: string | null;
  readonly funds: number | null;
}

export type Signing = Pick<
  Payment,
  "personId" | "agreementId" | "context" | "executionDate" | "dateMoved"
>;

/**
 * The statements that change a status. Each answers the ids of those that moved; what has moved
 * since it was read is left alone.
 */
export const moveAll = (
  { ids, from, version }: Moving,
  { to, at, failure, funds }: Moved,
): Statement =>
  sql`update payment set status = ${to}, version = version + 1, status_at = ${at},
      failure = ${failure}, funds_available = coalesce(${funds}, funds_available)
    where payment_id = any(array(select json_array_elements_text(cast(${ids} as json))))
      and version = ${version} and status = ${from}
    returning payment_id`;

/** As `moveAll`, of payments that this unit has locked: the count of changes tells it all. */
export const moveLocked = (
  { ids, from, version }: Moving,
  { to, at, failure, funds }: Moved,
): Statement =>
  sql`update payment set status = ${to}, version = version + 1, status_at = ${at},
      failure = ${failure}, funds_available = coalesce(${funds}, funds_available)
    where payment_id = any(array(select json_array_elements_text(cast(${ids} as json))))
      and version = ${version} and status = ${from}`;

const signedColumns = (signing: Signing) => ({
  personId: signing.personId ?? null,
  agreementId: signing.agreementId ?? null,
  context: signing.context ?? null,
  moved: codeOfDateMove(signing.dateMoved),
});

export const signAll = (
  { ids, from, version }: Moving,
  { to, at }: Moved,
  signing: Signing,
): Statement => {
  const { personId, agreementId, context, moved } = signedColumns(signing);
  return sql`update payment set status = ${to}, version = version + 1, status_at = ${at},
      signed_at = ${at}, person_id = ${personId}, agreement_id = ${agreementId},
      context = ${context}, execution_date = ${signing.executionDate}, date_moved = ${moved}
    where payment_id = any(array(select json_array_elements_text(cast(${ids} as json))))
      and version = ${version} and status = ${from}
    returning payment_id`;
};

/** As `signAll`, of payments that this unit has locked. */
export const signLocked = (
  { ids, from, version }: Moving,
  { to, at }: Moved,
  signing: Signing,
): Statement => {
  const { personId, agreementId, context, moved } = signedColumns(signing);
  return sql`update payment set status = ${to}, version = version + 1, status_at = ${at},
      signed_at = ${at}, person_id = ${personId}, agreement_id = ${agreementId},
      context = ${context}, execution_date = ${signing.executionDate}, date_moved = ${moved}
    where payment_id = any(array(select json_array_elements_text(cast(${ids} as json))))
      and version = ${version} and status = ${from}`;
};

/** The status stays; no batch takes the payment any more. */
export const giveUpAll = ({ ids, from, version }: Moving, { failure }: Moved): Statement =>
  sql`update payment set version = version + 1, failure = ${failure}, taken_by = null
    where payment_id = any(array(select json_array_elements_text(cast(${ids} as json))))
      and version = ${version} and status = ${from}
    returning payment_id`;
