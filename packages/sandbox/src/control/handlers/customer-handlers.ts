import { exchangesPerWorldMax } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import { completeScaForPsu } from "../world/complete-sca-for-psu.ts";
import { type ControlHandlers, readLimit } from "./control-handler.ts";

/** Handlers for SCA, app approvals, payments in the bank's own channel, requests and history. */
export const customerHandlers = {
  completeSca: async ({ sandbox, body }) => {
    const completed = await completeScaForPsu(body, sandbox);
    if (!completed.ok) throw new ControlRefused(completed.reason);
    return completed.value;
  },
  listAppApprovals: async ({ world, query }) => ({
    approvals: await world.approvals.list(query.customerNumber ?? ""),
  }),
  decideAppApproval: async ({ world, parameters, body }) => {
    const decide = body.decision === "approve" ? world.approvals.approve : world.approvals.refuse;
    return { outcome: await decide(parameters.authorisationId, body.customerNumber) };
  },

  changePayment: async ({ world, parameters, body }) =>
    void (await world.payments.change(parameters.paymentId, body)),
  cancelPayment: async ({ world, parameters }) =>
    void (await world.payments.cancel(parameters.paymentId)),
  releasePayment: async ({ world, parameters }) =>
    void (await world.payments.release(parameters.paymentId)),

  listRequests: async ({ world, query }) => ({
    requests: await world.requests.list(readLimit(query, 100, exchangesPerWorldMax)),
  }),
  listAllRequests: async ({ sandbox, query }) => ({
    requests: sandbox.requestLog.list(undefined, readLimit(query, 100, exchangesPerWorldMax)),
  }),

  loadHistory: ({ world, parameters, body }) =>
    world.history.start(parameters.account, body.transactions),
  readHistoryLoad: ({ world, parameters }) => world.history.progress(parameters.account),
} satisfies Partial<ControlHandlers>;
