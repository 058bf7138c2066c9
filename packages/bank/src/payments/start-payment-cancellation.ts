import { operations } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { listEvents } from "../events/event-store.ts";
import type { Answer } from "../http/answer.ts";
import { isRefusal, type Refusal, refuse } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import { answerOnce, claimAndRun } from "../requests/answer-once.ts";
import { startAuthorisation } from "../sca/start-authorisation.ts";
import { cancellationRequested } from "./delete-payment.ts";
import { findPayment } from "./find-payment.ts";
import { hashOfPayment } from "./payment-hash.ts";
import { nextPaymentStatus } from "./payment-transitions.ts";
import { showPayment } from "./show-payment.ts";

/** Starts the SCA by which the PSU cancels this payment, once the TPP has asked to delete it. */
export const startPaymentCancellation = async (
  context: RequestContext,
  bank: Bank,
): Promise<Answer | Refusal> => {
  const payment = await findPayment(context, bank);
  if (isRefusal(payment)) return payment;
  const { status } = (await showPayment(payment, bank)).payment;
  if (nextPaymentStatus(status, "cancelled") === undefined) {
    return refuse({
      code: "CONFLICT",
      text: `A payment with status ${status} cannot be cancelled.`,
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
