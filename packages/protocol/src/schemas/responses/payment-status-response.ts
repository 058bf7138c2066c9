import { transactionStatuses } from "../../statuses.ts";
import { links } from "../parts/link.ts";
import { message } from "../parts/message.ts";
import { boolean, list, object, oneOf, optional, type Static, string } from "../schema.ts";

export const paymentStatusResponse = object({
  paymentId: string(),
  transactionStatus: oneOf(transactionStatuses),
  fundsAvailable: optional(boolean()),
  tppMessages: optional(list(message)),
  _links: optional(links),
});
export type PaymentStatusResponse = Static<typeof paymentStatusResponse>;

/** The response when a signed payment is cancelled: the PSU must authorise the cancellation. */
export const paymentCancellationResponse = object({
  transactionStatus: oneOf(transactionStatuses),
  _links: links,
});
export type PaymentCancellationResponse = Static<typeof paymentCancellationResponse>;
