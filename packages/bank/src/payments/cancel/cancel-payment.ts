import type { TransactionStatus } from "@varde/protocol";
import { run, type Unit } from "@varde/storage";
import type { Ids } from "../../ports/ids.ts";
import type { Payment } from "../../records/payment.ts";
import { cancellableParts } from "../cancellable-parts.ts";
import { movePayment, movePayments, type PaymentMove } from "../move-payments.ts";
import { listChildren } from "../payment-store.ts";
import { removeSchedule } from "../schedule-store.ts";
import { isBulk, isOrder } from "../show-payment.ts";

/**
 * Cancels an unsigned payment, a bulk with all its payments. Returns false, with nothing written,
 * if it has changed since it was read.
 */
export function* cancelUnsigned(payment: Payment, move: PaymentMove, ids: Ids): Unit<boolean> {
  // Every move of a bulk also moves its payments, so moving the bulk first protects them.
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
 * Cancels a signed payment: the open payments of a bulk, the open executions of a periodic order
 * and all later ones. Returns the status that prevents it, in which case the unit must be undone.
 */
export function* cancelSigned(
  payment: Payment,
  origin: Pick<PaymentMove, "actor" | "at">,
  ids: Ids,
): Unit<TransactionStatus | undefined> {
  // The schedule is removed first, so that no execution can be created concurrently.
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
