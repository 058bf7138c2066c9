import { limits } from "../../limits.ts";
import { transactionStatuses } from "../../statuses.ts";
import { amount } from "../parts/amount.ts";
import { links } from "../parts/link.ts";
import { message } from "../parts/message.ts";
import { boolean, list, object, oneOf, optional, type Static, string } from "../schema.ts";

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
