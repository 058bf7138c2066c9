import type { OperationTexts } from "./operation-text.ts";

const authorisations = "Redirect the PSU to the link scaRedirect for approval.";

/** Texts of the operations on payments and signing baskets. */
export const paymentTexts = {
  createPayment: {
    tag: "payments",
    summary: "Create a payment",
    description:
      "With a valid session the response has the link startAuthorisation. With PSU-Context and " +
      "without a session it has the link scaRedirect: one SCA identifies the PSU and approves the " +
      "payment. Otherwise 401.",
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
      "Returns 204 if the payment was unsigned and is now cancelled, 202 with the link " +
      "startAuthorisation if the PSU has to approve the cancellation, and 409 if the payment can no " +
      "longer be cancelled.",
  },
  startPaymentAuthorisation: {
    tag: "payments",
    summary: "Start the authorisation of a payment",
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
    summary: "Start the authorisation of a cancellation",
    description: `Only after DELETE has returned 202. ${authorisations}`,
  },
  listPaymentCancellations: {
    tag: "payments",
    summary: "List the authorisations of a cancellation",
  },
  readPaymentCancellation: {
    tag: "payments",
    summary: "Read the status of the authorisation of a cancellation",
  },

  createBasket: {
    tag: "baskets",
    summary: "Create a signing basket",
    description: "Combines 1 to 100 unsigned single payments of one PSU.",
  },
  readBasket: {
    tag: "baskets",
    summary: "Read a basket",
  },
  readBasketStatus: {
    tag: "baskets",
    summary: "Read the status of a basket: the worst among its payments",
  },
  deleteBasket: { tag: "baskets", summary: "Delete an unsigned basket" },
  startBasketAuthorisation: {
    tag: "baskets",
    summary: "Start the authorisation of a basket",
    description: authorisations,
  },
  listBasketAuthorisations: {
    tag: "baskets",
    summary: "List the authorisations of a basket",
  },
  readBasketAuthorisation: {
    tag: "baskets",
    summary: "Read the status of the authorisation of a basket",
  },
} as const satisfies OperationTexts;
