import { type BasketStatus, operations } from "@varde/protocol";
import { linkTo } from "../request/links.ts";
import type { Basket } from "./basket.ts";

const linksOf = ({ basketId, state }: Basket) => ({
  // BSK-16: a verb is offered as long as it would be served.
  self: linkTo(
    state === "open" ? [operations.readBasket, operations.deleteBasket] : [operations.readBasket],
    { basketId },
  ),
  status: linkTo([operations.readBasketStatus], { basketId }),
  ...(state === "open"
    ? { startAuthorisation: linkTo([operations.startBasketAuthorisation], { basketId }) }
    : {}),
});

/** The answer to a creation, and to the question how the basket stands. */
export const presentBasketStatus = (basket: Basket, transactionStatus: BasketStatus) => ({
  basketId: basket.basketId,
  transactionStatus,
  _links: linksOf(basket),
});

export const presentBasketDetails = (basket: Basket, transactionStatus: BasketStatus) => ({
  basketId: basket.basketId,
  paymentIds: basket.paymentIds,
  transactionStatus,
  _links: linksOf(basket),
});
