import { operations } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import type { Answer } from "../http/answer.ts";
import { isRefusal, type Refusal, refuse } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import { answerOnce, claimAndRun } from "../requests/answer-once.ts";
import { startAuthorisation } from "../sca/start-authorisation.ts";
import { findPayment } from "./find-payment.ts";
import type { Payment } from "./payment.ts";
import { hashOfPayment } from "./payment-hash.ts";

/** Starts the SCA by which the PSU approves this payment and nothing else. */
export const startPaymentAuthorisation = async (
  context: RequestContext,
  bank: Bank,
): Promise<Answer | Refusal> => {
  const payment = await findPayment(context, bank);
  if (isRefusal(payment)) return payment;
  const obstacle = obstacleTo(payment);
  if (obstacle !== undefined) return refuse({ code: "CONFLICT", text: obstacle });
  const { paymentId: id, brand } = payment;
  const { answer, statements } = startAuthorisation(
    { kind: "payment", id, hash: hashOfPayment(payment), brand },
    operations.readPaymentAuthorisation,
    context,
    bank,
  );
  return answerOnce(context, bank, answer, function* (claim) {
    yield* claimAndRun(claim, ...statements);
  });
};

const obstacleTo = (payment: Payment): string | undefined => {
  if (payment.status !== "RCVD") return `A payment with status ${payment.status} is past approval.`;
  if (payment.basketId !== undefined) {
    return "The payment waits in a signing basket and is approved with it.";
  }
  return payment.parentId === undefined
    ? undefined
    : "The payment is part of a bulk payment and is approved with it.";
};
