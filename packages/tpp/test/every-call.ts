import type { OperationId } from "@varde/protocol";
import { createSandboxClient } from "../src/index.ts";
import { aPayment, type Scene } from "./a-client.ts";

const payment = { product: "NDCT", paymentId: "p-1" } as const;

const readAll = async (entries: AsyncIterable<unknown>) => {
  for await (const _ of entries);
};

const bankCalls = ({ client, psu }: Scene) => {
  const { payments, baskets, accounts, cardAccounts } = client;
  return {
    createPayment: () => payments.create("NDCT", aPayment(), psu),
    readPayment: () => payments.read(payment, psu),
    readPaymentStatus: () => payments.status(payment),
    deletePayment: () => payments.delete(payment, psu),
    startPaymentAuthorisation: () => payments.authorise(payment, psu),
    listPaymentAuthorisations: () => payments.authorisations(payment),
    readPaymentAuthorisation: () => payments.authorisation(payment, "a-1"),
    startPaymentCancellation: () => payments.authoriseCancellation(payment, psu),
    listPaymentCancellations: () => payments.cancellations(payment),
    readPaymentCancellation: () => payments.cancellation(payment, "a-1"),
    createBasket: () => baskets.create(["p-1", "p-2"], psu),
    readBasket: () => baskets.read("b-1"),
    readBasketStatus: () => baskets.status("b-1"),
    deleteBasket: () => baskets.delete("b-1", psu),
    startBasketAuthorisation: () => baskets.authorise("b-1", psu),
    listBasketAuthorisations: () => baskets.authorisations("b-1"),
    readBasketAuthorisation: () => baskets.authorisation("b-1", "a-1"),
    listAccounts: () => accounts.list(psu, { withBalance: true }),
    readAccount: () => accounts.read("acc-1", psu),
    readBalances: () => accounts.balances("acc-1", psu),
    listTransactions: () => readAll(accounts.transactions("acc-1", psu)),
    readTransaction: () => accounts.transaction("acc-1", "t-1", psu),
    listCardAccounts: () => cardAccounts.list(psu),
    readCardAccount: () => cardAccounts.read("card-1", psu, { withBalance: false }),
    readCardBalances: () => cardAccounts.balances("card-1", psu),
    listCardTransactions: () => readAll(cardAccounts.transactions("card-1", psu)),
    createConsent: () => client.consents.create(psu),
    createConsentDeprecated: () => client.call("createConsentDeprecated", { psu }),
    listAgreements: () => client.agreements.list(psu),
    readUser: () => client.user.read(psu),
    readUsers: () => client.call("readUsers", { psu }),
    confirmFunds: () =>
      client.funds.confirm({
        account: { iban: "NO9386011117947" },
        instructedAmount: { amount: "1.00", currency: "NOK" },
      }),
    putContact: () => client.contact.put({ email: "psd2@tpp.example" }),
    readContact: () => client.contact.read(),
  };
};

const sandboxCalls = ({ client }: Scene) => {
  const sandbox = createSandboxClient(client);
  const card = sandbox.cardAccounts;
  return {
    initializeSandbox: () => sandbox.initialize(),
    createCustomer: () =>
      sandbox.customers.create({ customerNumber: "15819000066", name: "Kari", type: "PRIVATE" }),
    listCustomers: () => sandbox.customers.list({ withAccounts: false }),
    readCustomer: () => sandbox.customers.read("c-1"),
    deleteCustomer: () => sandbox.customers.delete("c-1"),
    createSandboxAccount: () =>
      sandbox.accounts.create({
        customerNumber: "15819000066",
        accountName: "Lønn",
        bban: "86011117947",
        currency: "NOK",
      }),
    listSandboxAccounts: () => sandbox.accounts.list(),
    readSandboxAccount: () => sandbox.accounts.read("acc-1"),
    deleteSandboxAccount: () => sandbox.accounts.delete("acc-1"),
    createSandboxTransactions: () => sandbox.accounts.createTransactions("acc-1", []),
    listSandboxTransactions: () => sandbox.accounts.listTransactions("acc-1", { limit: 5 }),
    deleteSandboxTransactions: () => sandbox.accounts.deleteTransactions("acc-1"),
    createSandboxCardAccount: () =>
      card.create({
        customerNumber: "15819000066",
        accountName: "Kort",
        maskedPan: "525412******3241",
        currency: "NOK",
      }),
    listSandboxCardAccounts: () => card.list(),
    readSandboxCardAccount: () => card.read("card-1"),
    deleteSandboxCardAccount: () => card.delete("card-1"),
    createSandboxCardTransactions: () => card.createTransactions("card-1", []),
    listSandboxCardTransactions: () => card.listTransactions("card-1"),
    deleteSandboxCardTransactions: () => card.deleteTransactions("card-1"),
    createSandboxAgreement: () => sandbox.agreements.create({ owner: "310000000", name: "A" }),
    listSandboxAgreements: () => sandbox.agreements.list(),
    readSandboxAgreement: () => sandbox.agreements.read("g-1"),
    deleteSandboxAgreement: () => sandbox.agreements.delete("g-1"),
    listEngagements: () => sandbox.agreements.listEngagements("g-1"),
    createEngagements: () => sandbox.agreements.createEngagements("g-1", []),
  };
};

/** Calls every method once, by the operation that it must reach. */
export const everyCall = (scene: Scene): Record<OperationId, () => Promise<unknown>> => ({
  ...bankCalls(scene),
  ...sandboxCalls(scene),
});
