import type { Bank } from "../../bank.ts";
import { type Answer, answerWith } from "../../request/answer.ts";
import { isRefusal, type Refusal } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { findStanding } from "../find-payment.ts";
import { showPayment } from "../show-payment.ts";
import { presentPaymentStatus } from "./present-payment.ts";

export const readPaymentStatus = async (
  context: RequestContext,
  bank: Bank,
): Promise<Answer | Refusal> => {
  const payment = await findStanding(context, bank);
  if (isRefusal(payment)) return payment;
  return answerWith(200, presentPaymentStatus(await showPayment(payment, bank)));
};
