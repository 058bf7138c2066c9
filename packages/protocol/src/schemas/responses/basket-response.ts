import { basketStatuses } from "../../statuses.ts";
import { links } from "../parts/link.ts";
import { message } from "../parts/message.ts";
import { list, object, oneOf, optional, type Static, string } from "../schema.ts";

/** The response when a basket is created. */
export const basketResponse = object({
  basketId: optional(string()),
  transactionStatus: oneOf(basketStatuses),
  tppMessages: optional(list(message)),
  _links: optional(links),
});
export type BasketResponse = Static<typeof basketResponse>;

export const basketDetailsResponse = object({
  basketId: string(),
  paymentIds: list(string()),
  transactionStatus: oneOf(basketStatuses),
  _links: optional(links),
});
export type BasketDetailsResponse = Static<typeof basketDetailsResponse>;

export const basketStatusResponse = object({
  basketId: optional(string()),
  transactionStatus: oneOf(basketStatuses),
  _links: optional(links),
});
export type BasketStatusResponse = Static<typeof basketStatusResponse>;
