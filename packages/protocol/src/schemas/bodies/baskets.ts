import { limits } from "../../limits.ts";
import { basketStatuses } from "../../statuses.ts";
import { bounds } from "../bounds.ts";
import { links, message } from "../parts/response-parts.ts";
import { list, object, oneOf, optional, type Static, string, text } from "../schema.ts";

/** The payments to be signed together. */
export const basketBody = object({
  paymentIds: list(text({ minLength: 1, maxLength: bounds.idCharactersMax }), {
    minItems: 1,
    maxItems: limits.basketPaymentsMax,
    uniqueItems: true,
    description: `an array of 1 to ${limits.basketPaymentsMax} payment ids, all different`,
  }),
});
export type BasketBody = Static<typeof basketBody>;

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
