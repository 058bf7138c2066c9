import type { Unit } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { actAsOwner } from "../parties/act-as-owner.ts";
import type { PaymentId } from "../ports/ids.ts";
import type { Payment, PaymentState } from "../records/payment.ts";
import { isRefusal, type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { WithParameters } from "../request/request-of.ts";
import { belongsToPsu, ownerFor } from "./belongs-to-psu.ts";
import { readPayment, readPaymentState } from "./payment-store.ts";

/** A request whose path names a payment. */
type PaymentRequest = RequestContext & WithParameters<"readPayment">;

/**
 * Finds the payment in the path if it belongs to this TPP, product and PSU. An unknown payment and
 * somebody else's get the same response.
 */
export const findPayment = async (
  context: PaymentRequest,
  bank: Bank,
): Promise<Payment | Refusal> => {
  const payment = await findWith(readPayment, context, bank);
  if (!isRefusal(payment)) context.payment = payment;
  return payment;
};

/** Like `findPayment`, but reads only what a status response needs. */
export const findPaymentState = (
  context: PaymentRequest,
  bank: Bank,
): Promise<PaymentState | Refusal> => findWith(readPaymentState, context, bank);

const findWith = async <T extends PaymentState>(
  read: (paymentId: PaymentId) => Unit<T | undefined>,
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
  const owner = isOfTpp ? await ownerFor(payment, context.psu, bank) : undefined;
  const unnamed = actAsOwner(owner, context);
  if (unnamed !== undefined) return unnamed;
  return isOfTpp && (await belongsToPsu(payment, context.psu, bank)) ? payment : refuseUnknown;
};

/** STA-14: reproduces a known issue of the interface, if configured. */
const isHidden = (payment: PaymentState, context: RequestContext, bank: Bank): boolean =>
  bank.configuration.hideUnsignedDomestic &&
  context.operation.isHiddenWhileUnsigned === true &&
  payment.product === "NDCT" &&
  payment.signedAt === undefined;

const refuseUnknown: Refusal = refuse({
  code: "RESOURCE_UNKNOWN",
  text: "This TPP has no such payment under this product.",
});
