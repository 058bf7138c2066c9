import * as protocol from "@varde/protocol";
import type { OperationTexts } from "./operation-text.ts";

const authorisations = "The PSU approves at the address of the link scaRedirect.";

/** Payments and the baskets they are approved in. */
export const paymentTexts = {
  createPayment: {
    tag: "payments",
    summary: "Create a payment",
    description:
      "With a valid session the answer links to startAuthorisation. With PSU-Context and no " +
      "session it links to scaRedirect: one SCA identifies the PSU and approves. Otherwise 401.",
    body: "payment",
    answer: protocol.paymentCreatedResponse,
  },
  readPayment: { tag: "payments", summary: "Read a payment", answer: "payment" },
  readPaymentStatus: {
    tag: "payments",
    summary: "Read the status of a payment",
    answer: protocol.paymentStatusResponse,
  },
  deletePayment: {
    tag: "payments",
    summary: "Cancel a payment",
    description:
      "204 when it was not approved yet and is gone. 202 with the link startAuthorisation when " +
      "the PSU has to approve the cancellation. 409 when it can no longer be cancelled.",
  },
  startPaymentAuthorisation: {
    tag: "payments",
    summary: "Have the PSU approve a payment",
    description: authorisations,
    answer: protocol.authorisationResponse,
  },
  listPaymentAuthorisations: {
    tag: "payments",
    summary: "List the authorisations of a payment",
    answer: protocol.authorisationListResponse,
  },
  readPaymentAuthorisation: {
    tag: "payments",
    summary: "Read the status of an authorisation",
    answer: protocol.scaStatusResponse,
  },
  startPaymentCancellation: {
    tag: "payments",
    summary: "Have the PSU approve a cancellation",
    description: `Possible after a 202 from cancelling. ${authorisations}`,
    answer: protocol.authorisationResponse,
  },
  listPaymentCancellations: {
    tag: "payments",
    summary: "List the authorisations of a cancellation",
    answer: protocol.authorisationListResponse,
  },
  readPaymentCancellation: {
    tag: "payments",
    summary: "Read the status of a cancellation's authorisation",
    answer: protocol.scaStatusResponse,
  },

  createBasket: {
    tag: "baskets",
    summary: "Create a signing basket",
    description: "Of 1 to 100 single payments of one PSU that are not approved yet.",
    body: protocol.basketBody,
    answer: protocol.basketResponse,
  },
  readBasket: {
    tag: "baskets",
    summary: "Read a basket",
    answer: protocol.basketDetailsResponse,
  },
  readBasketStatus: {
    tag: "baskets",
    summary: "Read the status of a basket: that of its worst payment",
    answer: protocol.basketStatusResponse,
  },
  deleteBasket: { tag: "baskets", summary: "Delete a basket that is not approved" },
  startBasketAuthorisation: {
    tag: "baskets",
    summary: "Have the PSU approve a basket",
    description: authorisations,
    answer: protocol.authorisationResponse,
  },
  listBasketAuthorisations: {
    tag: "baskets",
    summary: "List the authorisations of a basket",
    answer: protocol.authorisationListResponse,
  },
  readBasketAuthorisation: {
    tag: "baskets",
    summary: "Read the status of a basket's authorisation",
    answer: protocol.scaStatusResponse,
  },
} as const satisfies OperationTexts;
