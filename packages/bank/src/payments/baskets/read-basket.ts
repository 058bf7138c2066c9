import type { BasketStatus } from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import type { Basket } from "../../records/basket.ts";
import { type ApiResponse, respondWith } from "../../request/api-response.ts";
import { isRefusal, type Refusal } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { WithParameters } from "../../request/request-of.ts";
import { basketStatus } from "./basket-status.ts";
import { findBasket } from "./find-basket.ts";
import { listMemberStatuses } from "./member-store.ts";
import { presentBasketDetails, presentBasketStatus } from "./present-basket.ts";

const reading =
  <Body extends object>(present: (basket: Basket, status: BasketStatus) => Body) =>
  async (
    context: RequestContext & WithParameters<"readBasket">,
    bank: Bank,
  ): Promise<ApiResponse<Body> | Refusal> => {
    const basket = await findBasket(context, bank);
    if (isRefusal(basket)) return basket;
    const statuses = await bank.storage.read(() => listMemberStatuses(basket.paymentIds));
    return respondWith(200, present(basket, basketStatus(statuses)));
  };

/** Returns the payments and the status of a basket. */
export const readBasketDetails = reading(presentBasketDetails);

/** Returns the status of a basket; the status of each payment is read from the payment. */
export const readBasketStatus = reading(presentBasketStatus);
