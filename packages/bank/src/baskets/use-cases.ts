import type { UseCases } from "../http/use-case.ts";
import { createBasket } from "./create-basket.ts";
import { deleteBasket } from "./delete-basket.ts";
import { readBasketDetails, readBasketStatus } from "./read-basket.ts";
import { listBasketAuthorisations, readBasketAuthorisation } from "./read-basket-authorisation.ts";
import { startBasketAuthorisation } from "./start-basket-authorisation.ts";

/** The operations on signing baskets, by their names in the operations table. */
export const basketUseCases: UseCases = {
  createBasket,
  readBasket: readBasketDetails,
  readBasketStatus,
  deleteBasket,
  startBasketAuthorisation,
  listBasketAuthorisations,
  readBasketAuthorisation,
};
