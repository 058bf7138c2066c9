import {
  authorisationListResponse,
  authorisationResponse,
  basketBody,
  basketDetailsResponse,
  basketResponse,
  basketStatusResponse,
  scaStatusResponse,
} from "../schemas/index.ts";
import { get, post, remove } from "./define-operation.ts";

const baskets = "/v1/signing-baskets";
const basket = `${baskets}/{basketId}` as const;
const authorisations = `${basket}/authorisations` as const;

export const basketOperations = {
  createBasket: post("createBasket", baskets, { body: basketBody, response: basketResponse }),
  readBasket: get("readPayment", basket, { response: basketDetailsResponse }),
  readBasketStatus: get("readPayment", `${basket}/status`, { response: basketStatusResponse }),
  deleteBasket: remove("changePayment", basket, {}),
  startBasketAuthorisation: post("changePayment", authorisations, {
    response: authorisationResponse,
  }),
  listBasketAuthorisations: get("readPayment", authorisations, {
    response: authorisationListResponse,
  }),
  readBasketAuthorisation: get("readPayment", `${authorisations}/{authorisationId}`, {
    response: scaStatusResponse,
  }),
};
