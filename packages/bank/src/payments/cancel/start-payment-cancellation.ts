import { operations } from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import { listEvents } from "../../events/event-store.ts";
import { answerOnce, claimAndRun } from "../../idempotency/answer-once.ts";
import type { Answer } from "../../request/answer.ts";
import { isRefusal, type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { startAuthorisation } from "../../sca/start-authorisation.ts";
import { partsToStop } from "../cancellable-parts.ts";
import { findPayment } from "../find-payment.ts";
import { hashOfPayment } from "../payment-hash.ts";
import { showPayment } from "../show-payment.ts";
import { cancellationRequested } from "./delete-payment.ts";

/** Starts the SCA by which the PSU cancels this payment, once the TPP has asked to delete it. */
export const startPaymentCancellation = async (
  context: RequestContext,
  bank: Bank,
): Promise<Answer | Refusal> => {
  const payment = await findPayment(context, bank);
  if (isRefusal(payment)) return payment;
  const { children, payment: shown } = await showPayment(payment, bank);
  if (partsToStop(payment, children).length === 0) {
    return refuse({
      code: "CONFLICT",
      text: `A payment with status ${shown.status} cannot be cancelled.`,
    });
  }
  const events = await bank.storage.read(() => listEvents(payment.paymentId));
  if (!events.some(({ name }) => name === cancellationRequested)) {
    return refuse({ code: "CONFLICT", text: "Send DELETE for the payment first." });
  }
  const { paymentId: id, brand } = payment;
  const { answer, statements } = startAuthorisation(
    { kind: "cancellation", id, hash: hashOfPayment(payment), brand },
    operations.readPaymentCancellation,
    context,
    bank,
  );
  return answerOnce(context, bank, answer, function* (claim) {
    yield* claimAndRun(claim, ...statements);
  });
};
