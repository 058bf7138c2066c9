import type { UseCases } from "../http/use-case.ts";
import { createPayment } from "./create-payment.ts";
import { deletePayment } from "./delete-payment.ts";
import {
  listPaymentAuthorisations,
  readPaymentAuthorisation,
} from "./read-payment-authorisation.ts";
import { readPaymentDetails } from "./read-payment-details.ts";
import { readPaymentStatus } from "./read-payment-status.ts";
import { startPaymentAuthorisation } from "./start-payment-authorisation.ts";
import { startPaymentCancellation } from "./start-payment-cancellation.ts";

/** The operations on payments, by their names in the operations table. */
export const paymentUseCases: UseCases = {
  createPayment,
  readPayment: readPaymentDetails,
  readPaymentStatus,
  deletePayment,
  startPaymentAuthorisation,
  listPaymentAuthorisations: listPaymentAuthorisations("payment"),
  readPaymentAuthorisation: readPaymentAuthorisation("payment"),
  startPaymentCancellation,
  listPaymentCancellations: listPaymentAuthorisations("cancellation"),
  readPaymentCancellation: readPaymentAuthorisation("cancellation"),
};
