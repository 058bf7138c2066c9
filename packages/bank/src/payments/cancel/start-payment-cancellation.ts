import { operations } from "@varde/protocol";
import type { UseCase } from "../../bank.ts";
import { listEvents } from "../../records/event.ts";
import { isRefusal, refuse } from "../../request/refusal.ts";
import { startAuthorisation } from "../../sca/start/start-authorisation.ts";
import { findCancelObstacle } from "../authorise/decide-signings.ts";
import { refuseSigner } from "../authorise/refuse-signer.ts";
import { cancellableParts } from "../cancellable-parts.ts";
import { findPayment } from "../find-payment.ts";
import { paymentHash } from "../payment-hash.ts";
import { showPayment } from "../show-payment.ts";
import { cancellationRequested } from "./delete-payment.ts";

/**
 * Starts the SCA by which the PSU cancels this payment, after the TPP has requested its deletion.
 */
export const startPaymentCancellation: UseCase<"startPaymentCancellation"> = async (
  context,
  bank,
) => {
  const payment = await findPayment(context, bank);
  if (isRefusal(payment)) return payment;
  const { children, payment: shown } = await showPayment(payment, bank);
  if (cancellableParts(payment, children).length === 0) {
    return refuse({
      code: "CONFLICT",
      text: `A payment with status ${shown.status} cannot be cancelled.`,
    });
  }
  const events = await bank.storage.read(() => listEvents(payment.paymentId));
  if (!events.some(({ name }) => name === cancellationRequested)) {
    return refuse({ code: "CONFLICT", text: "Send DELETE for the payment first." });
  }
  const { psu } = context;
  const because = psu && (await findCancelObstacle(payment, psu, bank));
  if (because !== undefined) return refuseSigner(because);
  const { paymentId: id, brand } = payment;
  return startAuthorisation(
    { kind: "cancellation", id, hash: paymentHash(payment), brand },
    operations.readPaymentCancellation,
    context,
    bank,
  );
};
