import assert from "node:assert/strict";
import type { TransactionStatus } from "@varde/protocol";
import { run, type Statement, sql, type Unit } from "@varde/storage";
import { recordEvent } from "../events/event-store.ts";
import type { Ids } from "../ports/ids.ts";
import type { Payment } from "./payment.ts";
import { releaseDuplicate } from "./payment-store.ts";
import { nextPaymentStatus, type PaymentEvent } from "./payment-transitions.ts";

export interface PaymentMove {
  readonly event: PaymentEvent;
  readonly actor: string;
  readonly at: number;
  readonly fundsAvailable?: boolean;
  readonly failure?: string;
  /** What signing settles: who signed, and when the payment will be made. */
  readonly signing?: Pick<
    Payment,
    "personId" | "agreementId" | "context" | "executionDate" | "isDateMoved"
  >;
}

/** What must be known of a payment to move it; a batch reads no more than it needs. */
export type MovablePayment = Pick<
  Payment,
  "paymentId" | "worldId" | "status" | "version" | "duplicateKey"
>;

/** A payment as it was read, and what happens to it. */
export type MovingPayment<P extends MovablePayment = Payment> = readonly [P, PaymentMove];

/** Takes one payment to its next status; answers it as it is then, or nothing if it had moved. */
export function* movePayment<P extends MovablePayment>(
  payment: P,
  move: PaymentMove,
  ids: Ids,
): Unit<P | undefined> {
  return (yield* movePayments([[payment, move]], ids))[0];
}

/**
 * Takes payments to their next status, each provided that nothing else has moved it since it was
 * read, and answers those that moved, as they are then. Every status a payment ever has is reached
 * through here, and every step is in the event log.
 */
export function* movePayments<P extends MovablePayment>(
  moving: readonly MovingPayment<P>[],
  ids: Ids,
): Unit<readonly P[]> {
  if (moving.length === 0) return [];
  const changes = yield* run(...moving.map(([payment, move]) => updateOf(payment, move)));
  const moved = moving.filter((_, index) => changes[index] === 1n);
  if (moved.length > 0) yield* run(...moved.flatMap((one) => traces(one, ids)));
  return moved.map(([payment, move]) => ({
    ...payment,
    ...move.signing,
    status: statusAfter(payment, move),
    version: payment.version + 1n,
  }));
}

const statusAfter = (payment: MovablePayment, move: PaymentMove): TransactionStatus => {
  const status = nextPaymentStatus(payment.status, move.event);
  assert(status !== undefined, `${payment.status} does not allow ${move.event}`);
  return status;
};

/** Columns that are in an index are written only by the moves that change them. */
const updateOf = (payment: MovablePayment, move: PaymentMove): Statement => {
  const { paymentId, status, version } = payment;
  const after = statusAfter(payment, move);
  const { signing, at } = move;
  const failure = move.failure ?? null;
  if (signing !== undefined) {
    return sql`update payment set status = ${after}, version = ${version + 1n}, status_at = ${at},
        signed_at = ${at}, person_id = ${signing.personId ?? null},
        agreement_id = ${signing.agreementId ?? null}, context = ${signing.context ?? null},
        execution_date = ${signing.executionDate}, date_moved = ${signing.isDateMoved ? 1 : 0}
      where payment_id = ${paymentId} and status = ${status} and version = ${version}`;
  }
  if (move.event === "gaveUp") {
    return sql`update payment set version = ${version + 1n}, failure = ${failure}, taken_by = null
      where payment_id = ${paymentId} and status = ${status} and version = ${version}`;
  }
  if (move.fundsAvailable === undefined) {
    return sql`update payment set status = ${after}, version = ${version + 1n}, status_at = ${at},
        failure = ${failure}
      where payment_id = ${paymentId} and status = ${status} and version = ${version}`;
  }
  return sql`update payment set status = ${after}, version = ${version + 1n}, status_at = ${at},
      failure = ${failure}, funds_available = ${Number(move.fundsAvailable)}
    where payment_id = ${paymentId} and status = ${status} and version = ${version}`;
};

const traces = ([payment, move]: MovingPayment<MovablePayment>, ids: Ids): readonly Statement[] => {
  const to = statusAfter(payment, move);
  const event = recordEvent(ids, {
    worldId: payment.worldId,
    subjectKind: "payment",
    subjectId: payment.paymentId,
    name: move.event,
    actor: move.actor,
    detail: `${payment.status} to ${to}`,
    at: move.at,
  });
  return to === "CANC" || to === "RJCT" ? [event, releaseDuplicate(payment)] : [event];
};
