import { type BasketStatus, operations } from "@varde/protocol";
import { linkTo } from "../http/links.ts";
import type { Basket } from "./basket.ts";

const linksOf = ({ basketId, state }: Basket) => ({
  self: linkTo([operations.readBasket, operations.deleteBasket], { basketId }),
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
