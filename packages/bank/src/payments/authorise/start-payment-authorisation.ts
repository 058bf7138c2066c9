import { operations } from "@varde/protocol";
import type { Bank, UseCase } from "../../bank.ts";
import type { Payment } from "../../records/payment.ts";
import { isRefusal, type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { startAuthorisation } from "../../sca/start/start-authorisation.ts";
import { findPayment } from "../find-payment.ts";
import { paymentHash } from "../payment-hash.ts";
import { listChildren } from "../payment-store.ts";
import { firstExecutionAt, readPeriodicBody } from "../periodic-schedule.ts";
import { quoteExchanges } from "../quote-payment.ts";
import { isBulk } from "../show-payment.ts";
import { decideSignings, findMandates } from "./decide-signings.ts";
import { refuseSigner } from "./refuse-signer.ts";

/** Starts the SCA by which the PSU approves only this payment. */
export const startPaymentAuthorisation: UseCase<"startPaymentAuthorisation"> = async (
  context,
  bank,
) => {
  const payment = await findPayment(context, bank);
  if (isRefusal(payment)) return payment;
  const obstacle = findObstacle(payment, context.now, bank);
  if (obstacle !== undefined) return refuse({ code: "CONFLICT", text: obstacle });
  const refused = await refuseUnlessSigner(payment, context, bank);
  if (refused !== undefined) return refused;
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

/** MAN-04, MAN-05: asks the bank's mandates early; the SCA asks them again. */
const refuseUnlessSigner = async (
  payment: Payment,
  { psu }: Pick<RequestContext, "psu">,
  bank: Bank,
): Promise<Refusal | undefined> => {
  const agreementId = payment.agreementId ?? psu?.agreementId;
  const mandates = findMandates({ context: payment.context ?? psu?.context, agreementId }, bank);
  if (mandates === undefined || agreementId === undefined || psu === undefined) return undefined;
  const children = isBulk(payment)
    ? await bank.storage.read(() => listChildren(payment.paymentId))
    : [];
  const signer = { personId: psu.personId, agreementId };
  const [verdict] = await decideSignings([{ payment, children }], signer, mandates, bank);
  const decision = verdict?.decision;
  return decision?.kind === "may-not-sign" ? refuseSigner(decision.because) : undefined;
};

const findObstacle = (payment: Payment, now: number, bank: Bank): string | undefined => {
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
    firstExecutionAt(readPeriodicBody(payment), now, bank) === undefined;
  return isOver
    ? "The last day of the periodic payment has passed; create a new one with a later endDate."
    : undefined;
};
