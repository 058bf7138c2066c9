import type { Bank } from "../bank.ts";
import type { Payment, PaymentState } from "../records/payment.ts";
import { aggregateStatus } from "./aggregate-status.ts";
import { listChildren, readLastExecution } from "./payment-store.ts";

/** A payment as the TPP sees it, with the payments of a bulk. */
export interface ShownPayment<T extends PaymentState = Payment> {
  /** The status of a bulk is aggregated from its payments. */
  readonly payment: T;
  readonly children: readonly Payment[];
  /** Set for a signed periodic order after its first execution. */
  readonly lastExecution?: Payment;
}

export const isBulk = (payment: PaymentState): boolean =>
  payment.service === "bulk-payments" && payment.parentId === undefined;

export const isOrder = ({ service, parentId }: PaymentState): boolean =>
  service === "periodic-payments" && parentId === undefined;

export const showPayment = async <T extends PaymentState>(
  payment: T,
  bank: Bank,
): Promise<ShownPayment<T>> => {
  if (isOrder(payment)) return showOrder(payment, bank);
  if (!isBulk(payment)) return { payment, children: [] };
  const children = await bank.storage.read(() => listChildren(payment.paymentId));
  const isShort = children.some((child) => child.fundsAvailable === false);
  const areKnown = children.some((child) => child.fundsAvailable !== undefined);
  return {
    payment: {
      ...payment,
      status: aggregateStatus(children.map((child) => child.status)),
      fundsAvailable: areKnown ? !isShort : undefined,
    },
    children,
  };
};

/** STA-03: an order shows whether its last execution had funds. */
const showOrder = async <T extends PaymentState>(
  order: T,
  bank: Bank,
): Promise<ShownPayment<T>> => {
  if (order.signedAt === undefined) return { payment: order, children: [] };
  const lastExecution = await bank.storage.read(() => readLastExecution(order.paymentId));
  if (lastExecution === undefined) return { payment: order, children: [] };
  const { fundsAvailable } = lastExecution;
  return { payment: { ...order, fundsAvailable }, children: [], lastExecution };
};
