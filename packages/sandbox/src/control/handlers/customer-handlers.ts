import { exchangesPerWorldMax, isInvalid, paymentsListedMax } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import { explainExchange } from "../../requests/explain-exchange.ts";
import { completeScaForPsu } from "../world/complete-sca-for-psu.ts";
import { type ControlHandlers, readLimit } from "./control-handler.ts";

/** Handlers for SCA, app approvals, payments in the bank's own channel, requests and history. */
export const customerHandlers = {
  completeSca: async ({ sandbox, body }) => {
    const completed = await completeScaForPsu(body, sandbox);
    if (isInvalid(completed)) throw new ControlRefused(completed.reason);
    return completed;
  },
  listAppApprovals: async ({ world, query: { customerNumber } }) => {
    if (customerNumber === undefined) {
      throw new ControlRefused("customerNumber is missing: add ?customerNumber= to the address.");
    }
    return { approvals: await world.approvals.list(customerNumber) };
  },
  decideAppApproval: async ({ world, parameters, body }) => {
    const decide = body.decision === "approve" ? world.approvals.approve : world.approvals.refuse;
    return { outcome: await decide(parameters.authorisationId, body.customerNumber) };
  },

  listPayments: async ({ world, query: { status, before, ...query } }) => ({
    payments: await world.payments.list(status, {
      limit: readLimit(query, 100, paymentsListedMax),
      before,
    }),
  }),
  readPayment: ({ world, parameters }) => world.payments.read(parameters.paymentId),
  listBaskets: async ({ world, query: { before, ...query } }) => ({
    baskets: await world.payments.listBaskets({
      limit: readLimit(query, 100, paymentsListedMax),
      before,
    }),
  }),
  readBasket: ({ world, parameters }) => world.payments.readBasket(parameters.basketId),
  decideSca: ({ world, parameters, body }) => world.decideSca(parameters.authorisationId, body),
  changePayment: async ({ world, parameters, body }) =>
    void (await world.payments.change(parameters.paymentId, body)),
  cancelPayment: async ({ world, parameters }) =>
    void (await world.payments.cancel(parameters.paymentId)),
  releasePayment: async ({ world, parameters }) =>
    void (await world.payments.release(parameters.paymentId)),

  listRequests: async ({ world, query }) => ({
    requests: await world.requests.list(readLimit(query, 100, exchangesPerWorldMax)),
  }),
  readRequest: async ({ sandbox, parameters }) => explainExchange(parameters.exchangeId, sandbox),
  listAllRequests: async ({ sandbox, query }) => ({
    requests: sandbox.requestLog.list(undefined, readLimit(query, 100, exchangesPerWorldMax)),
  }),

  loadHistory: ({ world, parameters, body }) =>
    world.history.start(parameters.account, body.transactions),
  readHistoryLoad: ({ world, parameters }) => world.history.progress(parameters.account),
} satisfies Partial<ControlHandlers>;
