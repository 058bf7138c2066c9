import type { OperationId, ResponseOf } from "@varde/protocol";
import type { PaymentDetails } from "./payment-details.ts";

/**
 * The body of an operation's success; `undefined` stands for an empty one. A payment is read with
 * the fields of its own product, which the caller knows.
 */
export type AnswerOf<Id extends OperationId> = Id extends "readPayment"
  ? PaymentDetails
  : ResponseOf<Id>;
