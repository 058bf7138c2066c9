import assert from "node:assert/strict";
import type { TransactionStatus } from "@varde/protocol";
import { rowsOfEach, run, type Statement, type Unit } from "@varde/storage";
import type { Ids } from "../ports/ids.ts";
import { recordEvents } from "../records/event.ts";
import type { MovablePayment, Payment } from "../records/payment.ts";
import {
  giveUpAll,
  moveAll,
  moveLocked,
  type Signing,
  signAll,
  signLocked,
} from "./move-statements.ts";
import { releaseDuplicate } from "./payment-store.ts";
import { nextPaymentStatus, type PaymentEvent } from "./payment-transitions.ts";

export interface PaymentMove {
  readonly event: PaymentEvent;
  readonly actor: string;
  readonly at: number;
  readonly fundsAvailable?: boolean;
  readonly failure?: string;
  /** Set by signing: who signed, and when the payment will be executed. */
  readonly signing?: Signing;
}

/** A payment as it was read, and its move. */
export type MovingPayment<P extends MovablePayment = Payment> = readonly [P, PaymentMove];

/**
 * Moves one payment to its next status and returns it, or undefined if it has moved since it was
 * read.
 */
export function* movePayment<P extends MovablePayment>(
  payment: P,
  move: PaymentMove,
  ids: Ids,
): Unit<P | undefined> {
  return (yield* movePayments([[payment, move]], ids))[0];
}

/**
 * Moves payments to their next status, except those that have moved since they were read, and
 * returns the moved ones. Every change of status goes through this file and is in the event log.
 */
export function* movePayments<P extends MovablePayment>(
  moving: readonly MovingPayment<P>[],
  ids: Ids,
): Unit<readonly P[]> {
  // Payments with the same move share one update statement and one statement for their events.
  const groups = groupByMove(moving);
  const updated = yield* rowsOfEach(...groups.map((group) => updateStatement(group, checked)));
  const movedIds = updated.map((rows) => new Set(rows.map((row) => row.payment_id)));
  const moved = groups.map((group, index) =>
    group.filter(([{ paymentId }]) => movedIds[index]?.has(paymentId)),
  );
  const events = moved.flatMap((group) => eventStatements(group, ids));
  if (events.length > 0) yield* run(...events);
  const after = new Map(moved.flat().map((one) => [one[0].paymentId, afterMove(one)]));
  return moving.flatMap(([{ paymentId }]) => after.get(paymentId) ?? []);
}

/**
 * Like `movePayments`, for payments that were read and locked in the same unit, so that all of them
 * move. Cheaper for the thousands of payments of a batch.
 */
export function* moveLockedPayments<P extends MovablePayment>(
  moving: readonly MovingPayment<P>[],
  ids: Ids,
): Unit<readonly P[]> {
  const groups = groupByMove(moving);
  if (groups.length === 0) return [];
  const changes = yield* run(...groups.map((group) => updateStatement(group, locked)));
  for (const [index, group] of groups.entries()) {
    assert.equal(changes[index], BigInt(group.length), "a payment under lock has moved");
  }
  yield* run(...groups.flatMap((group) => eventStatements(group, ids)));
  return moving.map(afterMove);
}

/**
 * Groups payments by move and current state, one statement for each group. In a batch thousands of
 * payments share a move.
 */
const groupByMove = <P extends MovablePayment>(
  moving: readonly MovingPayment<P>[],
): readonly (readonly MovingPayment<P>[])[] => {
  const texts = new Map<PaymentMove, string>();
  const moveText = (move: PaymentMove): string => {
    const known = texts.get(move);
    if (known !== undefined) return known;
    const text = JSON.stringify(move);
    texts.set(move, text);
    return text;
  };
  const moveKey = ([{ worldId, status, version }, move]: MovingPayment<P>): string =>
    `${status} ${version} ${worldId} ${moveText(move)}`;
  return [...Map.groupBy(moving, moveKey).values()];
};

const afterMove = <P extends MovablePayment>([payment, move]: MovingPayment<P>): P => ({
  ...payment,
  ...move.signing,
  status: statusAfter(payment, move),
  version: payment.version + 1n,
});

const statusAfter = (payment: MovablePayment, move: PaymentMove): TransactionStatus => {
  const status = nextPaymentStatus(payment.status, move.event);
  assert(status !== undefined, `${payment.status} does not allow ${move.event}`);
  return status;
};

const eventStatements = (
  group: readonly MovingPayment<MovablePayment>[],
  ids: Ids,
): readonly Statement[] => {
  const [first] = group;
  if (first === undefined) return [];
  const [payment, { event: name, actor, at }] = first;
  const to = statusAfter(...first);
  const detail = `${payment.status} to ${to}`;
  const { worldId } = payment;
  const paymentIds = group.map(([{ paymentId }]) => paymentId);
  return [
    recordEvents(ids, { worldId, subjectKind: "payment", name, actor, detail, at }, paymentIds),
    ...(to === "CANC" || to === "RJCT" ? group.map(([one]) => releaseDuplicate(one)) : []),
  ];
};

const checked = { move: moveAll, sign: signAll } as const;
const locked = { move: moveLocked, sign: signLocked } as const;

/** Builds the update. Indexed columns are written only by the moves that change them. */
const updateStatement = (
  group: readonly MovingPayment<MovablePayment>[],
  statements: typeof checked | typeof locked,
): Statement => {
  const [first] = group;
  assert(first !== undefined, "a group is not empty");
  const [{ status: from, version }, { signing, event, at, fundsAvailable, failure = null }] = first;
  const moving = { ids: group.map(([{ paymentId }]) => paymentId), from, version };
  const funds = fundsAvailable === undefined ? null : Number(fundsAvailable);
  const moved = { to: statusAfter(...first), at, failure, funds };
  if (signing !== undefined) return statements.sign(moving, moved, signing);
  return event === "gaveUp" ? giveUpAll(moving, moved) : statements.move(moving, moved);
};
