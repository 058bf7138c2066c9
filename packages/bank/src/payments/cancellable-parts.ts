import type { Payment, PaymentState } from "../records/payment.ts";
import { nextPaymentStatus } from "./payment-transitions.ts";
import { isBulk, type ShownPayment } from "./show-payment.ts";

/**
 * Lists the parts of a payment that a cancellation would stop; empty if it is too late. While any
 * part is being processed, none can be stopped.
 */
export const cancellableParts = (
  payment: Payment,
  children: readonly Payment[],
): readonly Payment[] => {
  if (children.some(({ status }) => status === "PDNG")) return [];
  if (isBulk(payment)) return children.filter(isCancellable);
  if (!isCancellable(payment)) return [];
  // An execution that was given up is not retried, and keeps its failure.
  const open = children.filter((child) => isCancellable(child) && child.batchKind !== undefined);
  return [payment, ...open];
};

/** STA-12: whether the payment can be deleted, directly or with an SCA. */
export const canBeDeleted = ({
  payment,
  children,
  isInSignedBasket = false,
}: Pick<ShownPayment<PaymentState>, "payment" | "children" | "isInSignedBasket">): boolean => {
  if (payment.parentId !== undefined && payment.service === "bulk-payments") return false;
  if (payment.status === "RCVD") return payment.basketId === undefined || isInSignedBasket;
  if (!isBulk(payment)) return isCancellable(payment);
  return children.some(isCancellable) && !children.some(({ status }) => status === "PDNG");
};

const isCancellable = ({ status }: PaymentState): boolean =>
  nextPaymentStatus(status, "cancelled") !== undefined;
