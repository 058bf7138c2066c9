import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { list, object, type Static, text } from "../schema.ts";

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
