import type { Payment, PaymentState } from "./payment.ts";
import { nextPaymentStatus } from "./payment-transitions.ts";
import { isBulk } from "./show-payment.ts";

/**
 * What a cancellation would stop of a payment and what belongs to it; nothing when it is too late.
 * While any of it is being processed none of it can be stopped.
 */
export const cancellableParts = (
  payment: Payment,
  children: readonly Payment[],
): readonly Payment[] => {
  if (children.some(({ status }) => status === "PDNG")) return [];
  if (isBulk(payment)) return children.filter(isCancellable);
  if (!isCancellable(payment)) return [];
  // An execution that was given up pays no more and keeps what it says.
  const open = children.filter((child) => isCancellable(child) && child.batchKind !== undefined);
  return [payment, ...open];
};

/** STA-12: whether a deletion would be served, at once or by an SCA. */
export const canBeDeleted = (payment: PaymentState, children: readonly PaymentState[]): boolean => {
  if (payment.parentId !== undefined && payment.service === "bulk-payments") return false;
  if (payment.status === "RCVD") return payment.basketId === undefined;
  if (!isBulk(payment)) return isCancellable(payment);
  return children.some(isCancellable) && !children.some(({ status }) => status === "PDNG");
};

const isCancellable = ({ status }: PaymentState): boolean =>
  nextPaymentStatus(status, "cancelled") !== undefined;
