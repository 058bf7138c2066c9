import { sql } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { basketTable, isBasketPartlySigned } from "../records/basket.ts";
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
  /** MAN-14: whether it waits in a basket that somebody has signed. */
  readonly isInSignedBasket?: boolean;
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
  if (!isBulk(payment)) {
    const isInSignedBasket = await isBasketSigned(payment, bank);
    return { payment, children: [], ...(isInSignedBasket && { isInSignedBasket }) };
  }
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

const basketStates = basketTable.pick("state", "signedAt");

const isBasketSigned = async (
  { basketId, status }: PaymentState,
  { storage, signingMandates }: Bank,
): Promise<boolean> => {
  if (basketId === undefined || status !== "RCVD" || signingMandates === undefined) return false;
  const basket = await storage.read(() =>
    basketStates.one(sql`select ${basketStates.columns} from basket where basket_id = ${basketId}`),
  );
  return basket !== undefined && isBasketPartlySigned(basket);
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
