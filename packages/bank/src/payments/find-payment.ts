import type { Unit } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { actAsOwner } from "../psus/act-as-owner.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { WithParameters } from "../request/request-of.ts";
import { isPaymentOf } from "./is-payment-of.ts";
import type { Payment, PaymentState } from "./payment.ts";
import { readPayment, readStanding } from "./payment-store.ts";

/** A request whose path names a payment. */
type PaymentRequest = RequestContext & WithParameters<"readPayment">;

/**
 * The payment a path names, if it is this TPP's, this product's and the named PSU's. Whatever is
 * amiss, the answer is the same: nothing tells what is not there from what is not the caller's.
 */
export const findPayment = (context: PaymentRequest, bank: Bank): Promise<Payment | Refusal> =>
  findWith(readPayment, context, bank);

/** The same for those who ask only how it stands. */
export const findStanding = (
  context: PaymentRequest,
  bank: Bank,
): Promise<PaymentState | Refusal> => findWith(readStanding, context, bank);

const findWith = async <T extends PaymentState>(
  read: (paymentId: string) => Unit<T | undefined>,
  context: PaymentRequest,
  bank: Bank,
): Promise<T | Refusal> => {
  const { paymentId, service } = context.received.parameters;
  const payment = await bank.storage.read(() => read(paymentId));
  const isOfTpp =
    payment !== undefined &&
    payment.tppId === context.tpp.tppId &&
    payment.worldId === context.tpp.worldId &&
    payment.service === service &&
    payment.product === context.product &&
    !isHidden(payment, context, bank);
  const unnamed = actAsOwner(isOfTpp ? payment : undefined, context);
  if (unnamed !== undefined) return unnamed;
  return isOfTpp && (await isPaymentOf(payment, context.psu, bank)) ? payment : refuseUnknown;
};

/** STA-14: the interface's known issue, for those who want their bank to have it. */
const isHidden = (payment: PaymentState, context: RequestContext, bank: Bank): boolean =>
  bank.configuration.hideUnsignedDomestic &&
  context.operation.isHiddenWhileUnsigned === true &&
  payment.product === "NDCT" &&
  payment.signedAt === undefined;

const refuseUnknown: Refusal = refuse({
  code: "RESOURCE_UNKNOWN",
  text: "This TPP has no such payment under this product.",
});
