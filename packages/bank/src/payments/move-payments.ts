import assert from "node:assert/strict";
import type { TransactionStatus } from "@varde/protocol";
import { fragment, inList, rowsOfEach, run, type Statement, sql, type Unit } from "@varde/storage";
import type { Ids, PaymentId } from "../ports/ids.ts";
import { recordEvents } from "../records/event.ts";
import { dateMoveCode, type MovablePayment, type Payment } from "../records/payment.ts";
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
  /** Set by a signature after which others must sign. */
  readonly partial?: PartialSigning;
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
  ...(move.signing && afterSigning(payment, move.signing)),
  ...(move.partial && afterSigning(payment, move.partial)),
  status: statusAfter(payment, move),
  version: payment.version + 1n,
});

/** A payment keeps its owner; the signer only fills in what is not known yet. */
const afterSigning = <S extends Owner>(payment: Partial<Payment>, signing: S): S => ({
  ...signing,
  personId: payment.personId ?? signing.personId,
  agreementId: payment.agreementId ?? signing.agreementId,
  context: payment.context ?? signing.context,
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

/** Builds the update. Indexed columns are written only by the moves that change them. */
const updateStatement = (
  group: readonly MovingPayment<MovablePayment>[],
  statements: typeof checked | typeof locked,
): Statement => {
  const [first] = group;
  assert(first !== undefined, "a group is not empty");
  const [{ status: from, version }, move] = first;
  const { signing, partial, event, at, fundsAvailable, failure = null } = move;
  const moving = { ids: group.map(([{ paymentId }]) => paymentId), from, version };
  const funds = fundsAvailable === undefined ? null : Number(fundsAvailable);
  const moved = { to: statusAfter(...first), at, failure, funds };
  if (signing !== undefined) return statements.sign(moving, moved, signing);
  if (partial !== undefined) return statements.signPartly(moving, partial);
  return event === "gaveUp" ? giveUpAll(moving, moved) : statements.move(moving, moved);
};

/** Payments that make the same move: their ids, and the state all of them were read in. */
interface Moving {
  readonly ids: readonly PaymentId[];
  readonly from: TransactionStatus;
  readonly version: bigint;
}

/** The state after the move. Without `funds`, the stored value stays. */
interface Moved {
  readonly to: TransactionStatus;
  readonly at: number;
  readonly failure: string | null;
  readonly funds: number | null;
}

type Owner = Pick<Payment, "personId" | "agreementId" | "context">;
type Signing = Owner & Pick<Payment, "scaId" | "executionDate" | "dateMoved" | "signaturesMissing">;
type PartialSigning = Owner & Required<Pick<Payment, "signaturesMissing">>;

/** Restricts an update to the payments that have not moved since they were read. */
const unmoved = ({ ids, from, version }: Moving) =>
  fragment`where payment_id ${inList(ids)} and version = ${version} and status = ${from}`;

const move = (moving: Moving, { to, at, failure, funds }: Moved) =>
  fragment`update payment set status = ${to}, version = version + 1, status_at = ${at},
      failure = ${failure}, funds_available = coalesce(${funds}, funds_available)
    ${unmoved(moving)}`;

const sign = (moving: Moving, { to, at }: Moved, signing: Signing) =>
  fragment`update payment set status = ${to}, version = version + 1, status_at = ${at},
      signed_at = ${at}, ${fillOwner(signing)}, sca_id = ${signing.scaId ?? null},
      signatures_missing = ${signing.signaturesMissing ?? null},
      execution_date = ${signing.executionDate}, date_moved = ${dateMoveCode(signing.dateMoved)}
    ${unmoved(moving)}`;

/** Leaves the status, which others change by their signatures. */
const signPartly = (moving: Moving, signing: PartialSigning) =>
  fragment`update payment set version = version + 1, ${fillOwner(signing)},
      signatures_missing = ${signing.signaturesMissing ?? null}
    ${unmoved(moving)}`;

/** MAN-01: fills in what is not known yet about the owner, and overwrites nothing. */
const fillOwner = ({ personId, agreementId, context }: Owner) =>
  fragment`person_id = coalesce(person_id, ${personId ?? null}),
      agreement_id = coalesce(agreement_id, ${agreementId ?? null}),
      context = coalesce(context, ${context ?? null})`;

/** Changes the status and returns the ids of the payments that moved. */
const moveAll = (moving: Moving, moved: Moved): Statement =>
  sql`${move(moving, moved)} returning payment_id`;

/** Like `moveAll`, for payments that this unit has locked: the count of changes is enough. */
const moveLocked = (moving: Moving, moved: Moved): Statement => sql`${move(moving, moved)}`;

const signAll = (moving: Moving, moved: Moved, signing: Signing): Statement =>
  sql`${sign(moving, moved, signing)} returning payment_id`;

/** Like `signAll`, for payments that this unit has locked. */
const signLocked = (moving: Moving, moved: Moved, signing: Signing): Statement =>
  sql`${sign(moving, moved, signing)}`;

const signPartlyAll = (moving: Moving, signing: PartialSigning): Statement =>
  sql`${signPartly(moving, signing)} returning payment_id`;

/** Like `signPartlyAll`, for payments that this unit has locked. */
const signPartlyLocked = (moving: Moving, signing: PartialSigning): Statement =>
  sql`${signPartly(moving, signing)}`;

/** Leaves the status unchanged and excludes the payment from all batches. */
const giveUpAll = (moving: Moving, { failure }: Moved): Statement =>
  sql`update payment set version = version + 1, failure = ${failure}, taken_by = null
    ${unmoved(moving)} returning payment_id`;

const checked = { move: moveAll, sign: signAll, signPartly: signPartlyAll } as const;
const locked = { move: moveLocked, sign: signLocked, signPartly: signPartlyLocked } as const;
