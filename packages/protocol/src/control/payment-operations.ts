import { boolean, integer, list, object, oneOf, optional, string } from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";
import { scaSummary, signers, timeline } from "./timeline-schemas.ts";

export const paymentsListedMax = 500;

const limit = `number of rows: 100 by default, at most ${paymentsListedMax}`;
const before = "lists only those with a smaller id, to continue a list";

const summaryFields = {
  paymentId: string(),
  tpp: string({ description: "name of the TPP" }),
  service: string(),
  product: string(),
  status: string(),
  amount: string({ description: "sum of a bulk; empty if it has several currencies" }),
  currency: string(),
  payments: optional(integer({ description: "number of payments of a bulk" })),
  debtor: string({ description: "number of the account that pays" }),
  creditor: optional(string({ description: "name or account of the payee" })),
  executionDate: string(),
  createdAt: string(),
  basketId: optional(string()),
  parentId: optional(string({ description: "the bulk or periodic payment it belongs to" })),
};
const paymentSummary = object(summaryFields);

const pastEvent = object({
  at: string(),
  name: string(),
  actor: string({ description: "name of the TPP or person, bank, or own-channel" }),
  detail: optional(string()),
});

const ofWorld = { worldId: string() };

const signer = { name: string(), customerNumber: string() };

/** Actions that the state of a payment allows. */
export const paymentActions = ["approve", "refuse", "cancel", "runBatch", "release"] as const;

const nextStep = object({
  kind: oneOf(["approval", "authorisation", "batch", "settlement"], {
    description: "what it waits for: the PSU, a new authorisation by the TPP, a batch, clearing",
  }),
  at: optional(string({ description: "when the batch runs that takes it" })),
  isDue: optional(boolean({ description: "whether a batch that is run now takes it" })),
});

const basketSummaryFields = {
  basketId: string(),
  tpp: string({ description: "name of the TPP" }),
  state: oneOf(["open", "signed", "deleted"]),
  payments: integer({ description: "number of payments" }),
  createdAt: string(),
};

/**
 * Operations that show payments and baskets, complete their SCA, and act on payments in the bank's
 * own channel and in the core bank.
 */
export const paymentOperations = {
  listPayments: {
    method: "GET",
    path: "/payments",
    summary: "Lists the payments of a world, newest first.",
    needsWorld: true,
    query: { limit, before, status: "lists only payments with this status" },
    status: 200,
    response: object({ payments: list(paymentSummary) }),
  },
  listAllPayments: {
    method: "GET",
    path: "/payments/all",
    summary: "Lists the payments of all worlds, newest first.",
    needsWorld: false,
    query: {
      limit,
      before,
      status: "lists only payments with this status",
      world: "id of the world whose payments are listed; if omitted, those of all worlds",
      text: "lists only those with these words in the id, TPP's name, status, amount or order",
    },
    status: 200,
    response: object({
      payments: list(object({ ...summaryFields, ...ofWorld })),
      next: optional(
        string({ description: "if there may be more: `before` of the request that continues" }),
      ),
    }),
  },
  listAllBaskets: {
    method: "GET",
    path: "/baskets/all",
    summary: "Lists the signing baskets of all worlds, newest first.",
    needsWorld: false,
    query: { limit, before },
    status: 200,
    response: object({ baskets: list(object({ ...basketSummaryFields, ...ofWorld })) }),
  },
  findResource: {
    method: "GET",
    path: "/resources/{resourceId}",
    summary: "Finds the world of a payment or basket by its id.",
    needsWorld: false,
    status: 200,
    response: object({ kind: oneOf(["payment", "basket"]), ...ofWorld }),
  },
  readPayment: {
    method: "GET",
    path: "/payments/{paymentId}",
    summary: "Reads a payment with its history, its SCAs and the actions that its status allows.",
    needsWorld: true,
    status: 200,
    response: object({
      ...summaryFields,
      body: string({ description: "the order as the TPP sent it" }),
      fee: string(),
      feeCurrency: string(),
      failure: optional(string()),
      history: list(pastEvent),
      timeline,
      next: optional(nextStep),
      signatures: optional(
        object(
          {
            needed: integer({ description: "number of people who must sign" }),
            given: list(object({ name: string(), at: string() })),
          },
          { description: "of a company's payment that several people sign" },
        ),
      ),
      signers,
      scas: list(scaSummary),
      parts: list(paymentSummary, { description: "payments of a bulk or executions of an order" }),
      actions: list(oneOf(paymentActions)),
    }),
  },
  listBaskets: {
    method: "GET",
    path: "/baskets",
    summary: "Lists the signing baskets of a world, newest first.",
    needsWorld: true,
    query: { limit, before },
    status: 200,
    response: object({ baskets: list(object(basketSummaryFields)) }),
  },
  readBasket: {
    method: "GET",
    path: "/baskets/{basketId}",
    summary: "Reads a basket with its payments, its history and its SCAs.",
    needsWorld: true,
    status: 200,
    response: object({
      ...basketSummaryFields,
      members: list(paymentSummary),
      history: list(pastEvent),
      timeline,
      signers,
      scas: list(scaSummary),
      actions: list(oneOf(paymentActions)),
    }),
  },
  listSignings: {
    method: "GET",
    path: "/signings",
    summary:
      "Lists the payments and baskets of companies that wait for signatures, newest first, with " +
      "the people who have signed and those who may sign next.",
    needsWorld: true,
    query: { limit },
    status: 200,
    response: object({
      signings: list(
        object({
          kind: oneOf(["payment", "basket"]),
          id: string(),
          tpp: string({ description: "name of the TPP" }),
          company: string({ description: "name of the company's agreement" }),
          waiting: list(paymentSummary, { description: "the payment, or those of the basket" }),
          signed: list(object({ ...signer, at: string() })),
          next: list(object(signer)),
        }),
      ),
    }),
  },
  decideSca: {
    method: "POST",
    path: "/authorisations/{authorisationId}",
    summary: "Completes an open SCA for its PSU, without the link.",
    needsWorld: true,
    body: object({
      decision: oneOf(["approve", "refuse", "time-out"]),
      customerNumber: optional(
        string({
          maxLength: 20,
          description: "the number the PSU identifies with; if omitted, one who may approve",
        }),
      ),
    }),
    status: 200,
    response: object({ redirect: string({ description: "where the PSU would be sent" }) }),
  },
  changePayment: {
    method: "PATCH",
    path: "/payments/{paymentId}",
    summary:
      "Changes a payment that waits for its execution date, as the PSU would in the online bank.",
    needsWorld: true,
    body: object({
      amount: optional(string({ maxLength: 20, description: 'an amount like "100.00"' })),
      requestedExecutionDate: optional(string({ maxLength: 10, description: "a date" })),
      remittanceInformationUnstructured: optional(string({ minLength: 1, maxLength: 140 })),
    }),
    status: 204,
  },
  cancelPayment: {
    method: "POST",
    path: "/payments/{paymentId}/cancel",
    summary: "Cancels a payment, as the PSU would in the online bank.",
    needsWorld: true,
    status: 204,
  },
  releasePayment: {
    method: "POST",
    path: "/payments/{paymentId}/release",
    summary: "Releases a payment that a scenario or its creditor account holds as PDNG.",
    needsWorld: true,
    status: 204,
  },
} as const satisfies Record<string, ControlOperation>;
