import { operations } from "@varde/protocol";
import type { UseCase } from "../../bank.ts";
import { osloDay } from "../../calendar/oslo.ts";
import type { Payment } from "../../records/payment.ts";
import { isRefusal, refuse } from "../../request/refusal.ts";
import { startAuthorisation } from "../../sca/start/start-authorisation.ts";
import { findPayment } from "../find-payment.ts";
import { paymentHash } from "../payment-hash.ts";
import { listChildren } from "../payment-store.ts";
import { firstExecution, readPeriodicBody } from "../periodic-schedule.ts";
import { quoteExchanges } from "../quote-payment.ts";
import { isBulk } from "../show-payment.ts";

/** Starts the SCA by which the PSU approves only this payment. */
export const startPaymentAuthorisation: UseCase<"startPaymentAuthorisation"> = async (
  context,
  bank,
) => {
  const payment = await findPayment(context, bank);
  if (isRefusal(payment)) return payment;
  const obstacle = findObstacle(payment, osloDay(context.now));
  if (obstacle !== undefined) return refuse({ code: "CONFLICT", text: obstacle });
  const { paymentId: id, brand } = payment;
  const parts = isBulk(payment) ? await bank.storage.read(() => listChildren(id)) : [payment];
  const shown = quoteExchanges(parts, context.now, bank);
  if (isRefusal(shown)) return shown;
  return startAuthorisation(
    { kind: "payment", id, hash: paymentHash(payment), shown, brand },
    operations.readPaymentAuthorisation,
    context,
    bank,
  );
};

const findObstacle = (payment: Payment, today: string): string | undefined => {
  if (payment.status !== "RCVD")
    return `A payment with status ${payment.status} can no longer be authorised.`;
  if (payment.basketId !== undefined) {
    return "The payment is in a signing basket and is authorised with it.";
  }
  if (payment.parentId !== undefined) {
    return "The payment is part of a bulk payment and is authorised with it.";
  }
  const isOver =
    payment.service === "periodic-payments" &&
    firstExecution(readPeriodicBody(payment), today) === undefined;
  return isOver
    ? "The last day of the periodic payment has passed; create a new one with a later endDate."
    : undefined;
};
