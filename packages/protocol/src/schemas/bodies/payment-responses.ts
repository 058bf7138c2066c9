import type { TObject, TProperties } from "typebox";
import { limits } from "../../limits.ts";
import { transactionStatuses } from "../../statuses.ts";
import { amount } from "../parts/amount.ts";
import { links, message } from "../parts/response-parts.ts";
import { boolean, list, object, oneOf, optional, type Static, string } from "../schema.ts";
import { bulkNdctBody, ndctBody, periodicNdctBody } from "./payment-body.ts";

/** The response when a payment of any product is created. */
export const paymentCreatedResponse = object({
  paymentId: string(),
  transactionStatus: oneOf(transactionStatuses),
  transactionFees: optional(amount),
  transactionFeeIndicator: optional(boolean()),
  tppMessages: optional(list(message)),
  psuMessage: optional(string({ maxLength: limits.messageTextCharactersMax })),
  _links: optional(links),
});
export type PaymentCreatedResponse = Static<typeof paymentCreatedResponse>;

export const paymentStatusResponse = object({
  paymentId: string(),
  transactionStatus: oneOf(transactionStatuses),
  fundsAvailable: optional(boolean()),
  tppMessages: optional(list(message)),
  psuMessage: optional(string({ maxLength: limits.messageTextCharactersMax })),
  _links: optional(links),
});
export type PaymentStatusResponse = Static<typeof paymentStatusResponse>;

/** The response when a signed payment is cancelled: the PSU must authorise the cancellation. */
export const paymentCancellationResponse = object({
  transactionStatus: oneOf(transactionStatuses),
  _links: links,
});
export type PaymentCancellationResponse = Static<typeof paymentCancellationResponse>;

/** Adds the fields of the bank to the fields a payment was created with. */
export function singleDetailsResponse<Properties extends TProperties>(body: TObject<Properties>) {
  return object({
    ...body.properties,
    paymentId: string(),
    transactionStatus: optional(oneOf(transactionStatuses)),
    _links: optional(links),
  });
}

/** A bulk, or one of its payments, which is read under the path of a bulk too. */
export const bulkNdctDetailsResponse = singleDetailsResponse(
  object({ ...eachOptional(ndctBody.properties), ...eachOptional(bulkNdctBody.properties) }),
);

/** A periodic payment, or one execution of it, which has no schedule. */
export const periodicNdctDetailsResponse = singleDetailsResponse(
  object({
    ...periodicNdctBody.properties,
    startDate: optional(periodicNdctBody.properties.startDate),
    frequency: optional(periodicNdctBody.properties.frequency),
  }),
);

function eachOptional(properties: TProperties): TProperties {
  const entries = Object.entries(properties).map(([name, field]) => [name, optional(field)]);
  return Object.fromEntries(entries) as TProperties;
}
