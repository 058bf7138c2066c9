import { fixesOf } from "../../accounts/fixes-of.ts";
import type { Bank } from "../../bank.ts";
import { type Answer, answerWith } from "../../request/answer.ts";
import { isRefusal, type Refusal } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { findPayment } from "../find-payment.ts";
import { showPayment } from "../show-payment.ts";
import { presentPaymentDetails } from "./present-payment.ts";

export const readPaymentDetails = async (
  context: RequestContext,
  bank: Bank,
): Promise<Answer | Refusal> => {
  const payment = await findPayment(context, bank);
  if (isRefusal(payment)) return payment;
  return answerWith(200, presentPaymentDetails(await showPayment(payment, bank), fixesOf(context)));
};
