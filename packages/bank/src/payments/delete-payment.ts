import { operations } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { type Answer, answerWith } from "../http/answer.ts";
import { linkTo } from "../http/links.ts";
import { isRefusal, type Refusal, refuse } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import { answerOnce, claimAndRun, UndoAndRefuse } from "../requests/answer-once.ts";
import { findPayment } from "./find-payment.ts";
import { movePayment } from "./move-payment.ts";
import type { Payment } from "./payment.ts";
import { nextPaymentStatus } from "./payment-transitions.ts";

/**
 * Deletes what is not signed yet. What is signed and can still be stopped needs the PSU: the answer
 * says where to start that.
 */
export const deletePayment = async (
  context: RequestContext,
  bank: Bank,
): Promise<Answer | Refusal> => {
  const payment = await findPayment(context, bank);
  if (isRefusal(payment)) return payment;
  if (payment.basketId !== undefined && payment.status === "RCVD") {
    return refuseState("The payment waits in a signing basket; delete the basket first.");
  }
  if (payment.status === "RCVD") return deleteUnsigned(payment, context, bank);
  if (nextPaymentStatus(payment.status, "cancelled") === undefined) {
    return refuseState(`A payment with status ${payment.status} cannot be deleted.`);
  }
  return answerOnce(context, bank, cancellationAnswer(context), function* (claim) {
    yield* claimAndRun(claim);
  });
};

const deleteUnsigned = (payment: Payment, context: RequestContext, bank: Bank) =>
  answerOnce(context, bank, answerWith(204), function* (claim) {
    yield* claimAndRun(claim);
    const move = { event: "deleted", actor: payment.tppId, at: context.now } as const;
    if (!(yield* movePayment(payment, move, bank.ids))) {
      throw new UndoAndRefuse(refuseState("The payment has just changed; read its status."));
    }
  });

const cancellationAnswer = (context: RequestContext): Answer =>
  answerWith(202, {
    _links: {
      startAuthorisation: linkTo(
        [operations.startPaymentCancellation],
        context.received.parameters,
      ),
    },
  });

const refuseState = (text: string): Refusal => refuse({ code: "CONFLICT", text });
