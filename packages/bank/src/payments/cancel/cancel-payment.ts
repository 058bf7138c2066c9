import type { TransactionStatus } from "@varde/protocol";
import { run, type Unit } from "@varde/storage";
import type { Ids } from "../../ports/ids.ts";
import { cancellableParts } from "../cancellable-parts.ts";
import { movePayment, movePayments, type PaymentMove } from "../move-payments.ts";
import type { Payment } from "../payment.ts";
import { listChildren } from "../payment-store.ts";
import { removeSchedule } from "../schedule-store.ts";
import { isBulk, isOrder } from "../show-payment.ts";

/**
 * Ends a payment that nobody has signed, a bulk with all of its payments. False, with nothing
 * written, when it has moved on meanwhile.
 */
export function* cancelUnsigned(payment: Payment, move: PaymentMove, ids: Ids): Unit<boolean> {
  // Who moves a bulk moves its payments too, so the one who gets hold of it has them all.
  if ((yield* movePayment(payment, move, ids)) === undefined) return false;
  if (!isBulk(payment)) return true;
  const children = yield* listChildren(payment.paymentId);
  const open = children.filter(({ status }) => status === "RCVD");
  yield* movePayments(
    open.map((child) => [child, move]),
    ids,
  );
  return true;
}

/**
 * Stops a signed payment with all of it that can still pay: the open payments of a bulk, the open
 * executions of a periodic order and those still to come. Answers the status that stands in the
 * way, and the unit must then be undone; nothing when it is stopped.
 */
export function* cancelSigned(
  payment: Payment,
  origin: Pick<PaymentMove, "actor" | "at">,
  ids: Ids,
): Unit<TransactionStatus | undefined> {
  // The schedule goes first: once it is gone, no execution can come to be unseen.
  if (isOrder(payment)) yield* run(removeSchedule(payment.paymentId));
  const children =
    isBulk(payment) || isOrder(payment) ? yield* listChildren(payment.paymentId) : [];
  const open = cancellableParts(payment, children);
  if (open.length === 0) return blockingStatus(payment, children);
  const move = { event: "cancelled", ...origin } as const;
  const moved = yield* movePayments(
    [payment, ...open.filter((part) => part !== payment)].map((one) => [one, move]),
    ids,
  );
  const isWhole = open.every((part) => moved.some(({ paymentId }) => paymentId === part.paymentId));
  return isWhole ? undefined : "PDNG";
}

const blockingStatus = (payment: Payment, children: readonly Payment[]): TransactionStatus => {
  if (children.some(({ status }) => status === "PDNG")) return "PDNG";
  const furthest = (["ACSC", "ACSP", "ACWP", "RJCT", "CANC"] as const).find((status) =>
    children.some((child) => child.status === status),
  );
  return (isBulk(payment) ? furthest : undefined) ?? payment.status;
};
