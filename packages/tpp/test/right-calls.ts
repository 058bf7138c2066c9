import { createSandboxClient } from "../src/index.ts";
import { aPayment, type Scene } from "./a-client.ts";

export type Given = readonly unknown[];

/** A method by its path, with its owner and right arguments. */
export interface RightCall {
  readonly path: string;
  readonly owner: object;
  readonly given: Given;
  /** The indices of the arguments that may be left out. */
  readonly optional: readonly number[];
}

export const payment = { product: "NDCT", paymentId: "p-1" } as const;

/** Lists right calls. Arguments after `null` may be left out. */
const named = (
  owner: object,
  prefix: string,
  calls: Readonly<Record<string, Given>>,
): readonly RightCall[] =>
  Object.entries(calls).map(([name, listed]) => {
    const required = listed.indexOf(null);
    const given = listed.filter((each) => each !== null);
    const optional = given.map((_, at) => at).filter((at) => required >= 0 && at >= required);
    return { path: `${prefix}.${name}`, owner, given, optional };
  });

const paymentCalls = (prefix: string, owner: object, { psu }: Scene) =>
  named(owner, prefix, {
    create: ["NDCT", aPayment(), psu, null, { allowLogicalDuplicate: true }],
    read: [payment, null, psu, { timeoutMs: 5 }],
    status: [payment, null, psu, { requestId: "r" }],
    waitForStatus: [payment, ["ACSC"], null, { timeoutMs: 5 }],
    delete: [payment, psu, null, {}],
    authorise: [payment, psu, null, {}],
    authorisations: [payment, null, psu, {}],
    authorisation: [payment, "a-1", null, psu, {}],
    authoriseCancellation: [payment, psu, null, {}],
    cancellations: [payment, null, psu, {}],
    cancellation: [payment, "a-1", null, psu, {}],
  });

const basketCalls = ({ client: { baskets }, psu }: Scene) =>
  named(baskets, "baskets", {
    create: [["p-1", "p-2"], psu, null, {}],
    read: ["b-1", null, psu, {}],
    status: ["b-1", null, psu, {}],
    waitForStatus: ["b-1", ["ACTC"], null, {}],
    delete: ["b-1", psu, null, {}],
    authorise: ["b-1", psu, null, {}],
    authorisations: ["b-1", null, psu, {}],
    authorisation: ["b-1", "a-1", null, psu, {}],
  });

const accountCalls = ({ client, psu }: Scene) => {
  const query = { bookingStatus: "both", dateFrom: "2026-01-01", limit: 5 };
  const shared = {
    list: [psu, null, { withBalance: true }],
    read: ["a-1", psu, null, {}],
    balances: ["a-1", psu, null, {}],
    transactions: ["a-1", psu, null, query, {}],
    transactionPages: ["a-1", psu, null, query, {}],
  };
  const transaction = ["a-1", "t-1", psu, null, {}];
  return [
    ...named(client.accounts, "accounts", { ...shared, transaction }),
    ...named(client.cardAccounts, "cardAccounts", shared),
  ];
};

const otherCalls = ({ client, psu }: Scene) => [
  ...named(client.consents, "consents", { create: [psu, null, {}] }),
  ...named(client.agreements, "agreements", { list: [psu, null, {}] }),
  ...named(client.user, "user", { read: [psu, null, {}] }),
  ...named(client.funds, "funds", { confirm: [{}, null, psu, {}] }),
  ...named(client.contact, "contact", {
    read: [null, {}],
    put: [{ email: "a@b.example" }, null, {}],
  }),
  ...named(client, "client", {
    psu: [{ redirectUri: "https://tpp.example/" }],
    call: ["readUser", null, { psu }, {}],
  }),
  ...named(psu, "psu", { remember: ["/callback"], actUnder: [null, "c-1"] }),
];

const testDataCalls = ({ client }: Scene) => {
  const sandbox = createSandboxClient(client);
  const resource = {
    create: [{}, null, {}],
    list: [null, {}],
    read: ["a-1", null, {}],
    delete: ["a-1", null, {}],
  };
  const account = {
    ...resource,
    createTransactions: ["a-1", [], null, {}],
    listTransactions: ["a-1", null, { limit: 5 }, {}],
    deleteTransactions: ["a-1", null, {}],
  };
  return [
    ...named(sandbox, "sandbox", { initialize: [null, {}] }),
    ...named(sandbox.customers, "sandbox.customers", resource),
    ...named(sandbox.accounts, "sandbox.accounts", account),
    ...named(sandbox.cardAccounts, "sandbox.cardAccounts", account),
    ...named(sandbox.agreements, "sandbox.agreements", {
      ...resource,
      listEngagements: ["g-1", null, {}],
      createEngagements: ["g-1", [], null, {}],
    }),
  ];
};

/** A right call of every method of both clients and of a PSU. */
export const rightCalls = (scene: Scene): readonly RightCall[] => [
  ...paymentCalls("payments", scene.client.payments, scene),
  ...paymentCalls("bulkPayments", scene.client.bulkPayments, scene),
  ...paymentCalls("periodicPayments", scene.client.periodicPayments, scene),
  ...basketCalls(scene),
  ...accountCalls(scene),
  ...otherCalls(scene),
  ...testDataCalls(scene),
];
