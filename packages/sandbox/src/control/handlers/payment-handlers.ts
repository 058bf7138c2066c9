import { paymentsListedMax } from "@varde/protocol";
import { findResource, listAllBaskets, listAllPayments } from "../world/all-payments.ts";
import { type ControlHandlers, readLimit } from "./control-handler.ts";

/** Handlers for payments and baskets. */
export const paymentHandlers = {
  listPayments: async ({ world, query: { status, before, ...query } }) => ({
    payments: await world.payments.list(status, {
      limit: readLimit(query, 100, paymentsListedMax),
      before,
    }),
  }),
  listAllPayments: ({ sandbox, query: { limit, ...search } }) =>
    listAllPayments(sandbox, {
      ...search,
      limit: readLimit(limit === undefined ? {} : { limit }, 100, paymentsListedMax),
    }),
  listAllBaskets: ({ sandbox, query: { before, ...query } }) =>
    listAllBaskets(sandbox, { limit: readLimit(query, 100, paymentsListedMax), before }),
  findResource: ({ sandbox, parameters }) => findResource(sandbox, parameters.resourceId),
  readPayment: ({ world, parameters }) => world.payments.read(parameters.paymentId),
  listBaskets: async ({ world, query: { before, ...query } }) => ({
    baskets: await world.payments.listBaskets({
      limit: readLimit(query, 100, paymentsListedMax),
      before,
    }),
  }),
  readBasket: ({ world, parameters }) => world.payments.readBasket(parameters.basketId),
  listSignings: async ({ world, query }) => ({
    signings: await world.listSignings(readLimit(query, 100, paymentsListedMax)),
  }),
  decideSca: ({ world, parameters, body }) => world.decideSca(parameters.authorisationId, body),
  changePayment: async ({ world, parameters, body }) =>
    void (await world.payments.change(parameters.paymentId, body)),
  cancelPayment: async ({ world, parameters }) =>
    void (await world.payments.cancel(parameters.paymentId)),
  releasePayment: async ({ world, parameters }) =>
    void (await world.payments.release(parameters.paymentId)),
} satisfies Partial<ControlHandlers>;
