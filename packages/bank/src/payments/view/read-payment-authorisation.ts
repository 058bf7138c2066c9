import type { UseCase } from "../../bank.ts";
import type { ScaSubjectKind } from "../../records/sca.ts";
import { respondWith } from "../../request/api-response.ts";
import { isRefusal, refuse } from "../../request/refusal.ts";
import { presentScaStatus } from "../../sca/present-sca-status.ts";
import { listScas } from "../../sca/sca-store.ts";
import { findPayment } from "../find-payment.ts";

/** Lists the ids of the authorisations of one kind that were started for a payment. */
export const listPaymentAuthorisations =
  (kind: ScaSubjectKind): UseCase<"listPaymentAuthorisations"> =>
  async (context, bank) => {
    const payment = await findPayment(context, bank);
    if (isRefusal(payment)) return payment;
    const scas = await bank.storage.read(() => listScas(kind, payment.paymentId));
    return respondWith(200, { authorisationIds: scas.map((sca) => sca.scaId) });
  };

/** Returns the status of one authorisation. */
export const readPaymentAuthorisation =
  (kind: ScaSubjectKind): UseCase<"readPaymentAuthorisation"> =>
  async (context, bank) => {
    const payment = await findPayment(context, bank);
    if (isRefusal(payment)) return payment;
    const { authorisationId } = context.received.parameters;
    const scas = await bank.storage.read(() => listScas(kind, payment.paymentId));
    const sca = scas.find((one) => one.scaId === authorisationId);
    if (sca === undefined) {
      return refuse({
        code: "RESOURCE_UNKNOWN",
        text: "The payment has no such authorisation.",
      });
    }
    return respondWith(200, presentScaStatus(sca, context.now));
  };
