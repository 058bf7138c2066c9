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
  readPayment: {
    tag: "payments",
    summary: "Read a payment",
    description:
      "Returns the order as it was created, with its status and messages such as a moved date. " +
      "A bulk lists its payments; a periodic payment links to its last execution.",
  },
  readPaymentStatus: {
    tag: "payments",
    summary: "Read the status of a payment",
    description:
      "Returns transactionStatus without the order, with messages such as a moved date or " +
      "missing funds. Poll it until the status is final: ACSC, RJCT or CANC.",
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
    description:
      "Returns the ids of all authorisations that were started for the payment, including " +
      "failed ones.",
  },
  readPaymentAuthorisation: {
    tag: "payments",
    summary: "Read the status of an authorisation",
    description:
      "Returns scaStatus, which is finalised when the PSU has approved and failed when the PSU " +
      "has refused or the time is over.",
  },
  startPaymentCancellation: {
    tag: "payments",
    summary: "Start the authorisation of a cancellation",
    description: `Only after DELETE has returned 202. ${authorisations}`,
  },
  listPaymentCancellations: {
    tag: "payments",
    summary: "List the authorisations of a cancellation",
    description: "Returns the ids of all authorisations that were started to cancel the payment.",
  },
  readPaymentCancellation: {
    tag: "payments",
    summary: "Read the status of the authorisation of a cancellation",
    description: "Returns scaStatus. The payment is cancelled when it is finalised.",
  },

  createBasket: {
    tag: "baskets",
    summary: "Create a signing basket",
    description: "Combines 1 to 100 unsigned single payments of one PSU.",
  },
  readBasket: {
    tag: "baskets",
    summary: "Read a basket",
    description: "Returns the ids of the payments in the basket, and its status.",
  },
  readBasketStatus: {
    tag: "baskets",
    summary: "Read the status of a basket: the worst among its payments",
    description:
      "Returns transactionStatus of the basket, which is the worst status among its payments.",
  },
  deleteBasket: {
    tag: "baskets",
    summary: "Delete an unsigned basket",
    description:
      "Releases the payments of the basket: they can be approved one by one, or in another " +
      "basket. A signed basket cannot be deleted.",
  },
  startBasketAuthorisation: {
    tag: "baskets",
    summary: "Start the authorisation of a basket",
    description: authorisations,
  },
  listBasketAuthorisations: {
    tag: "baskets",
    summary: "List the authorisations of a basket",
    description:
      "Returns the ids of all authorisations that were started for the basket, including failed " +
      "ones.",
  },
  readBasketAuthorisation: {
    tag: "baskets",
    summary: "Read the status of the authorisation of a basket",
    description:
      "Returns scaStatus. All payments of the basket are signed together when it is finalised.",
  },
} as const satisfies OperationTexts;
