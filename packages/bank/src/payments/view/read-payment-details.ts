import { acceptedFixes } from "../../accounts/accepted-fixes.ts";
import type { UseCase } from "../../bank.ts";
import { respondWith } from "../../request/api-response.ts";
import { isRefusal } from "../../request/refusal.ts";
import { findPayment } from "../find-payment.ts";
import { showPayment } from "../show-payment.ts";
import { presentPaymentDetails } from "./present-payment.ts";

export const readPaymentDetails: UseCase<"readPayment"> = async (context, bank) => {
  const payment = await findPayment(context, bank);
  if (isRefusal(payment)) return payment;
  return respondWith(
    200,
    presentPaymentDetails(await showPayment(payment, bank), acceptedFixes(context), {
      status: bank.configuration.partlySigned,
    }),
  );
};
