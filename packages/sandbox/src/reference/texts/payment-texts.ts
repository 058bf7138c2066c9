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
  },
  readPayment: { tag: "payments", summary: "Read a payment" },
  readPaymentStatus: {
    tag: "payments",
    summary: "Read the status of a payment",
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
  },
  listPaymentAuthorisations: {
    tag: "payments",
    summary: "List the authorisations of a payment",
  },
  readPaymentAuthorisation: {
    tag: "payments",
    summary: "Read the status of an authorisation",
  },
  startPaymentCancellation: {
    tag: "payments",
    summary: "Have the PSU approve a cancellation",
    description: `Possible after a 202 from cancelling. ${authorisations}`,
  },
  listPaymentCancellations: {
    tag: "payments",
    summary: "List the authorisations of a cancellation",
  },
  readPaymentCancellation: {
    tag: "payments",
    summary: "Read the status of a cancellation's authorisation",
  },

  createBasket: {
    tag: "baskets",
    summary: "Create a signing basket",
    description: "Of 1 to 100 single payments of one PSU that are not approved yet.",
  },
  readBasket: {
    tag: "baskets",
    summary: "Read a basket",
  },
  readBasketStatus: {
    tag: "baskets",
    summary: "Read the status of a basket: that of its worst payment",
  },
  deleteBasket: { tag: "baskets", summary: "Delete a basket that is not approved" },
  startBasketAuthorisation: {
    tag: "baskets",
    summary: "Have the PSU approve a basket",
    description: authorisations,
  },
  listBasketAuthorisations: {
    tag: "baskets",
    summary: "List the authorisations of a basket",
  },
  readBasketAuthorisation: {
    tag: "baskets",
    summary: "Read the status of a basket's authorisation",
  },
} as const satisfies OperationTexts;
