import { type BasketStatus, operations } from "@varde/protocol";
import type { Basket } from "../../records/basket.ts";
import { linkTo } from "../../request/links.ts";

const basketLinks = ({ basketId, state, signedAt }: Basket) => ({
  // BSK-16: a verb is listed as long as the operation is possible.
  self: linkTo(
    state === "open" && signedAt === undefined
      ? [operations.readBasket, operations.deleteBasket]
      : [operations.readBasket],
    { basketId },
  ),
  status: linkTo([operations.readBasketStatus], { basketId }),
  ...(state === "open"
    ? { startAuthorisation: linkTo([operations.startBasketAuthorisation], { basketId }) }
    : {}),
});

/** The response to a creation and to a status request. */
export const presentBasketStatus = (basket: Basket, transactionStatus: BasketStatus) => ({
  basketId: basket.basketId,
  transactionStatus,
  _links: basketLinks(basket),
});

export const presentBasketDetails = (basket: Basket, transactionStatus: BasketStatus) => ({
  basketId: basket.basketId,
  paymentIds: basket.paymentIds,
  transactionStatus,
  _links: basketLinks(basket),
});
