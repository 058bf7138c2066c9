import type { UseCase } from "../../bank.ts";
import { respondWith } from "../../request/api-response.ts";
import { isRefusal } from "../../request/refusal.ts";
import { findPaymentState } from "../find-payment.ts";
import { showPayment } from "../show-payment.ts";
import { presentPaymentStatus } from "./present-payment.ts";

export const readPaymentStatus: UseCase<"readPaymentStatus"> = async (context, bank) => {
  const payment = await findPaymentState(context, bank);
  if (isRefusal(payment)) return payment;
  return respondWith(200, presentPaymentStatus(await showPayment(payment, bank)));
};
