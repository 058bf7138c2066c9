import type { OperationId, ResponseOf } from "@varde/protocol";
import type { PaymentDetails } from "./payment-details.ts";

/**
 * The response body of a successful operation; `undefined` if it is empty. The fields of a payment
 * depend on its product, which the caller knows.
 */
export type ResponseBody<Id extends OperationId> = Id extends "readPayment"
  ? PaymentDetails
  : ResponseOf<Id>;
