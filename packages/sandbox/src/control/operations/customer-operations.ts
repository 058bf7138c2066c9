import type { PaymentChange } from "@varde/bank";
import { schemaType } from "@varde/protocol";
import { exchangesPerWorldMax } from "../../requests/request-log.ts";
import { loadedTransactionsMax } from "../world/history-control.ts";
import { type ControlOperation, readLimit } from "./control-operation.ts";

const { integer, object, oneOf, optional, string } = schemaType;

const changeBody = object({
  amount: optional(string({ maxLength: 20, description: 'an amount like "100.00"' })),
  requestedExecutionDate: optional(string({ maxLength: 10, description: "a date" })),
  remittanceInformationUnstructured: optional(string({ minLength: 1, maxLength: 140 })),
});
const appDecisionBody = object({
  customerNumber: string({ maxLength: 20, description: "the number the customer identifies with" }),
  decision: oneOf(["approve", "refuse"]),
});

const historyBody = object({
  transactions: integer({
    minimum: 1,
    description: `a whole number from 1 to ${loadedTransactionsMax}`,
  }),
});

const howMany = `number of requests: 100 by default, at most ${exchangesPerWorldMax}`;

const approvals: readonly ControlOperation[] = [
  {
    id: "listAppApprovals",
    method: "GET",
    path: "/app-approvals",
    summary: "Lists the approvals that wait for a customer in the bank's app.",
    needsWorld: true,
    query: { customerNumber: "the number the customer identifies with" },
    status: 200,
    serve: async ({ world, query }) => ({
      approvals: await world.approvals.list(query.customerNumber ?? ""),
    }),
  },
  {
    id: "decideAppApproval",
    method: "POST",
    path: "/app-approvals/{authorisationId}",
    summary: "Approves or refuses in the bank's app for the customer.",
    needsWorld: true,
    body: appDecisionBody,
    status: 200,
    serve: async ({ world, parameters, body }) => {
      const { authorisationId = "" } = parameters;
      const decide = body.decision === "approve" ? world.approvals.approve : world.approvals.refuse;
      return { outcome: await decide(authorisationId, body.customerNumber) };
    },
  },
];

const ownChannel: readonly ControlOperation[] = [
  {
    id: "changePayment",
    method: "PATCH",
    path: "/payments/{paymentId}",
    summary:
      "Changes a payment that waits for its execution date, as the PSU would in the online bank.",
    needsWorld: true,
    body: changeBody,
    status: 204,
    serve: async ({ world, parameters, body }) =>
      void (await world.payments.change(parameters.paymentId ?? "", body as PaymentChange)),
  },
  {
    id: "cancelPayment",
    method: "POST",
    path: "/payments/{paymentId}/cancel",
    summary: "Cancels a payment, as the PSU would in the online bank.",
    needsWorld: true,
    status: 204,
    serve: async ({ world, parameters }) =>
      void (await world.payments.cancel(parameters.paymentId ?? "")),
  },
  {
    id: "listRequests",
    method: "GET",
    path: "/requests",
    summary: "Lists requests with their responses and explanations, newest first.",
    needsWorld: true,
    query: { limit: howMany },
    status: 200,
    serve: async ({ world, query }) => ({
      requests: await world.requests.list(readLimit(query, 100, exchangesPerWorldMax)),
    }),
  },
  {
    id: "listAllRequests",
    method: "GET",
    path: "/requests/all",
    summary: "Lists the requests of all worlds.",
    needsWorld: false,
    query: { limit: howMany },
    status: 200,
    serve: async ({ sandbox, query }) => ({
      requests: sandbox.requestLog.list(undefined, readLimit(query, 100, exchangesPerWorldMax)),
    }),
  },
];

const history: readonly ControlOperation[] = [
  {
    id: "loadHistory",
    method: "POST",
    path: "/accounts/{account}/history",
    summary: "Generates transactions for an account in the background, up to millions.",
    needsWorld: true,
    body: historyBody,
    status: 202,
    serve: ({ world, parameters, body }) =>
      world.history.start(parameters.account ?? "", body.transactions),
  },
  {
    id: "readHistoryLoad",
    method: "GET",
    path: "/accounts/{account}/history",
    summary: "Reads the progress of generating transactions.",
    needsWorld: true,
    status: 200,
    serve: ({ world, parameters }) => world.history.progress(parameters.account ?? ""),
  },
];

/** Operations on app approvals, payments in the bank's own channel, requests and history. */
export const customerOperations: readonly ControlOperation[] = [
  ...approvals,
  ...ownChannel,
  ...history,
];
