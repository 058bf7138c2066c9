import assert from "node:assert/strict";
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

/** A payment as it was read, and what happens to it. */
export type MovingPayment = readonly [Payment, PaymentMove];

/** Takes one payment to its next status; answers it as it is then, or nothing if it had moved. */
export function* movePayment(
  payment: Payment,
  move: PaymentMove,
  ids: Ids,
): Unit<Payment | undefined> {
  return (yield* movePayments([[payment, move]], ids))[0];
}

/**
 * Takes payments to their next status, each provided that nothing else has moved it since it was
 * read, and answers those that moved, as they are then. Every status a payment ever has is reached
 * through here, and every step is in the event log.
 */
export function* movePayments(
  moving: readonly MovingPayment[],
  ids: Ids,
): Unit<readonly Payment[]> {
  if (moving.length === 0) return [];
  const after = moving.map(([payment, move]) => movedPayment(payment, move));
  const changes = yield* run(
    ...moving.map(([before, move], index) => updateOf(before, after[index] as Payment, move)),
  );
  const moved = moving.filter((_, index) => changes[index] === 1n);
  if (moved.length > 0) yield* run(...moved.flatMap((one) => traces(one, ids)));
  return after.filter((_, index) => changes[index] === 1n);
}

const movedPayment = (payment: Payment, move: PaymentMove): Payment => {
  const status = nextPaymentStatus(payment.status, move.event);
  assert(status !== undefined, `${payment.status} does not allow ${move.event}`);
  return {
    ...payment,
    ...move.signing,
    status,
    version: payment.version + 1n,
    statusAt: move.at,
    fundsAvailable: move.fundsAvailable ?? payment.fundsAvailable,
    failure: move.failure,
    signedAt: move.signing === undefined ? payment.signedAt : move.at,
    takenBy: move.event === "gaveUp" ? undefined : payment.takenBy,
  };
};

/** Columns that are in an index are written only by the moves that change them. */
const updateOf = (before: Payment, after: Payment, move: PaymentMove): Statement => {
  const { paymentId, status, version } = before;
  const funds = after.fundsAvailable === undefined ? null : Number(after.fundsAvailable);
  if (move.signing !== undefined) {
    return sql`update payment set status = ${after.status}, version = ${after.version},
        status_at = ${after.statusAt}, signed_at = ${after.statusAt},
        person_id = ${after.personId ?? null}, agreement_id = ${after.agreementId ?? null},
        context = ${after.context ?? null}, execution_date = ${after.executionDate},
        date_moved = ${after.isDateMoved ? 1 : 0}
      where payment_id = ${paymentId} and status = ${status} and version = ${version}`;
  }
  if (move.event === "gaveUp") {
    return sql`update payment set version = ${after.version}, failure = ${after.failure ?? null},
        taken_by = null
      where payment_id = ${paymentId} and status = ${status} and version = ${version}`;
  }
  return sql`update payment set status = ${after.status}, version = ${after.version},
      status_at = ${after.statusAt}, funds_available = ${funds}, failure = ${after.failure ?? null}
    where payment_id = ${paymentId} and status = ${status} and version = ${version}`;
};

const traces = ([payment, move]: MovingPayment, ids: Ids): readonly Statement[] => {
  const to = nextPaymentStatus(payment.status, move.event);
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
