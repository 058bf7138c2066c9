import type { TransactionStatus } from "@varde/protocol";
import { type Statement, sql } from "@varde/storage";
import type { Payment } from "./payment.ts";

/**
 * The statements that change a status. `moving` is a JSON list of payment ids with the versions
 * they were read at; each answers the ids of those that moved. What has moved since is left alone.
 */
export const moveAll = (
  moving: string,
  from: TransactionStatus,
  to: TransactionStatus,
  at: number,
  failure: string | null,
  funds: number | null,
): Statement =>
  sql`update payment set status = ${to}, version = payment.version + 1,
      status_at = ${at}, failure = ${failure},
      funds_available = coalesce(${funds}, payment.funds_available)
    from (select value ->> 0 as id, cast(value ->> 1 as bigint) as version
      from json_array_elements(cast(${moving} as json))) as moving
    where payment.payment_id = moving.id and payment.version = moving.version
      and payment.status = ${from}
    returning payment_id`;

/** As `moveAll`, of payments that this unit has locked: the count of changes tells it all. */
export const moveLocked = (
  moving: string,
  from: TransactionStatus,
  to: TransactionStatus,
  at: number,
  failure: string | null,
  funds: number | null,
): Statement =>
  sql`update payment set status = ${to}, version = payment.version + 1,
      status_at = ${at}, failure = ${failure},
      funds_available = coalesce(${funds}, payment.funds_available)
    from (select value ->> 0 as id, cast(value ->> 1 as bigint) as version
      from json_array_elements(cast(${moving} as json))) as moving
    where payment.payment_id = moving.id and payment.version = moving.version
      and payment.status = ${from}`;

export const signAll = (
  moving: string,
  from: TransactionStatus,
  to: TransactionStatus,
  at: number,
  signing: Pick<Payment, "personId" | "agreementId" | "context" | "executionDate" | "isDateMoved">,
): Statement => {
  const personId = signing.personId ?? null;
  const agreementId = signing.agreementId ?? null;
  const context = signing.context ?? null;
  const moved = signing.isDateMoved ? 1 : 0;
  return sql`update payment set status = ${to}, version = payment.version + 1,
      status_at = ${at}, signed_at = ${at}, person_id = ${personId},
      agreement_id = ${agreementId}, context = ${context},
      execution_date = ${signing.executionDate}, date_moved = ${moved}
    from (select value ->> 0 as id, cast(value ->> 1 as bigint) as version
      from json_array_elements(cast(${moving} as json))) as moving
    where payment.payment_id = moving.id and payment.version = moving.version
      and payment.status = ${from}
    returning payment_id`;
};

/** The status stays; no batch takes the payment any more. */
export const giveUpAll = (
  moving: string,
  from: TransactionStatus,
  failure: string | null,
): Statement =>
  sql`update payment set version = payment.version + 1, failure = ${failure},
      taken_by = null
    from (select value ->> 0 as id, cast(value ->> 1 as bigint) as version
      from json_array_elements(cast(${moving} as json))) as moving
    where payment.payment_id = moving.id and payment.version = moving.version
      and payment.status = ${from}
    returning payment_id`;
