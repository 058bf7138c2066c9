import type { UseCase } from "../../bank.ts";
import { textsByLocale } from "../../pages/texts/texts.ts";
import { isPartlySigned } from "../../records/payment.ts";
import { respondWith } from "../../request/api-response.ts";
import { preferredLocale } from "../../request/locale.ts";
import { isRefusal } from "../../request/refusal.ts";
import { findPaymentState } from "../find-payment.ts";
import { showPayment } from "../show-payment.ts";
import { presentPaymentStatus } from "./present-payment.ts";

export const readPaymentStatus: UseCase<"readPaymentStatus"> = async (context, bank) => {
  const payment = await findPaymentState(context, bank);
  if (isRefusal(payment)) return payment;
  const shown = await showPayment(payment, bank);
  if (!isPartlySigned(payment)) return respondWith(200, presentPaymentStatus(shown));
  const languages = context.header("psu-accept-language") ?? context.header("accept-language");
  const { missing: signersMissing } = textsByLocale[preferredLocale(languages)].joint;
  const { partlySigned: status } = bank.configuration;
  return respondWith(200, presentPaymentStatus(shown, { status, signersMissing }));
};
