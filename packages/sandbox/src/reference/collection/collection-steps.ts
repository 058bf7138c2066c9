import { paymentProducts } from "@varde/protocol";

/** A request of the collection: an operation, and its differences from the example. */
export interface CollectionStep {
  /** Name of the operation in the reference; {product} is that of the first payment. */
  readonly operation: string;
  /** Name of the request; by default the operation's summary. */
  readonly name?: string;
  /** Path parameters whose variable has another name. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** Fields of the body that differ from the example. */
  readonly changes?: object;
  /** Expected statuses; by default the operation's status of success. */
  readonly statuses?: readonly number[];
  /** Variables to store from the response, each with the path of its value. */
  readonly stores?: Readonly<Record<string, string>>;
}

export interface CollectionFolder {
  readonly name: string;
  readonly about: string;
  readonly steps: readonly CollectionStep[];
}

const ndct = "payments.NDCT";
const again = "allowLogicalDuplicate=true";
const fromKari = { debtorAccount: { bban: "99901010028", currency: "NOK" } };
const sandboxAccount = { accountId: "sandboxAccountId" };
const sandboxCard = { accountId: "sandboxCardId" };

/** A payment of each product under each of its services. */
const everyProduct = Object.entries(paymentProducts).flatMap(([product, { services }]) =>
  services.map((service) => ({
    operation: `createPayment.${service}.${product}`,
    query: again,
    changes: fromKari,
  })),
);

/** Every operation, ordered so that each request finds what it needs. */
export const collectionFolders: readonly CollectionFolder[] = [
  {
    name: "The PSU",
    about:
      "Begins with an SCA. The collection completes it through the sandbox's control API as the " +
      "customer of the variable approveAs; clear that variable to open scaRedirect yourself, and " +
      "put psu-id and tpp-session-id of the redirect into the variables psuId and sessionId.",
    steps: [
      { operation: "readUser", name: "Start an SCA", statuses: [401, 200] },
      { operation: "readUser", name: "Identify the PSU" },
      { operation: "readUsers" },
      { operation: "listAgreements" },
      { operation: "createConsent" },
      { operation: "createConsentDeprecated" },
    ],
  },
  {
    name: "Accounts",
    about: "What the PSU has given consent to.",
    steps: [
      { operation: "listAccounts", stores: { accountId: "accounts.0.resourceId" } },
      { operation: "readAccount" },
      { operation: "readBalances" },
      {
        operation: "listTransactions",
        stores: { transactionId: "transactions.booked.0.transactionId" },
      },
      { operation: "readTransaction" },
      { operation: "confirmFunds" },
    ],
  },
  {
    name: "Card accounts",
    about: "The PSU's cards.",
    steps: [
      { operation: "listCardAccounts", stores: { cardAccountId: "cardAccounts.0.resourceId" } },
      { operation: "readCardAccount", path: { accountId: "cardAccountId" } },
      { operation: "readCardBalances", path: { accountId: "cardAccountId" } },
      { operation: "listCardTransactions", path: { accountId: "cardAccountId" } },
    ],
  },
  {
    name: "A payment",
    about: "Created, approved by the PSU and booked.",
    steps: [
      { operation: `createPayment.${ndct}`, query: again },
      { operation: `readPayment.${ndct}` },
      { operation: `startPaymentAuthorisation.${ndct}` },
      { operation: `listPaymentAuthorisations.${ndct}` },
      { operation: `readPaymentAuthorisation.${ndct}` },
      { operation: `readPaymentStatus.${ndct}` },
    ],
  },
  {
    name: "A cancellation",
    about: "A payment for a later day is approved, and then cancelled with the PSU's approval.",
    steps: [
      {
        operation: `createPayment.${ndct}`,
        name: "Create a payment for a later day",
        query: again,
        changes: { requestedExecutionDate: "{{payDay}}" },
      },
      { operation: `startPaymentAuthorisation.${ndct}` },
      { operation: `deletePayment.${ndct}`, statuses: [202] },
      { operation: `startPaymentCancellation.${ndct}` },
      { operation: `listPaymentCancellations.${ndct}` },
      { operation: `readPaymentCancellation.${ndct}` },
    ],
  },
  {
    name: "Every product",
    about: "One payment of each kind, none of them approved.",
    steps: [
      ...everyProduct,
      {
        operation: `createPayment.${ndct}`,
        name: "Create a payment to be cancelled at once",
        query: again,
      },
      { operation: `deletePayment.${ndct}`, name: "Cancel a payment that is not approved" },
    ],
  },
  {
    name: "Signing baskets",
    about: "Two payments approved at once; and a basket that is given up.",
    steps: [
      {
        operation: `createPayment.${ndct}`,
        name: "Create the first payment",
        query: again,
        stores: { firstPaymentId: "paymentId" },
      },
      { operation: `createPayment.${ndct}`, name: "Create the second payment", query: again },
      {
        operation: "createBasket",
        changes: { paymentIds: ["{{firstPaymentId}}", "{{paymentId}}"] },
      },
      { operation: "readBasket" },
      { operation: "startBasketAuthorisation" },
      { operation: "listBasketAuthorisations" },
      { operation: "readBasketAuthorisation" },
      { operation: "readBasketStatus" },
      { operation: `createPayment.${ndct}`, name: "Create another payment", query: again },
      {
        operation: "createBasket",
        name: "Create another basket",
        changes: { paymentIds: ["{{paymentId}}"] },
      },
      { operation: "deleteBasket" },
    ],
  },
  {
    name: "The TPP",
    about: "The address the bank uses to contact the TPP about incidents.",
    steps: [{ operation: "putContact" }, { operation: "readContact" }],
  },
  {
    name: "Test data",
    about:
      "Only in the sandbox, and only in the world of your TPP. The last request resets that " +
      "world: payments, consents and sessions are deleted.",
    steps: [
      { operation: "createCustomer" },
      { operation: "listCustomers" },
      { operation: "readCustomer" },
      { operation: "createSandboxAccount", stores: { sandboxAccountId: "resourceId" } },
      { operation: "listSandboxAccounts" },
      { operation: "readSandboxAccount", path: sandboxAccount },
      { operation: "createSandboxTransactions", path: sandboxAccount },
      { operation: "listSandboxTransactions", path: sandboxAccount },
      { operation: "deleteSandboxTransactions", path: sandboxAccount },
      { operation: "createSandboxCardAccount", stores: { sandboxCardId: "resourceId" } },
      { operation: "listSandboxCardAccounts" },
      { operation: "readSandboxCardAccount", path: sandboxCard },
      { operation: "createSandboxCardTransactions", path: sandboxCard },
      { operation: "listSandboxCardTransactions", path: sandboxCard },
      { operation: "deleteSandboxCardTransactions", path: sandboxCard },
      { operation: "createSandboxAgreement", stores: { agreementId: "id" } },
      { operation: "listSandboxAgreements" },
      { operation: "readSandboxAgreement" },
      { operation: "createEngagements" },
      { operation: "listEngagements" },
      { operation: "deleteSandboxAgreement" },
      { operation: "deleteSandboxCardAccount", path: sandboxCard },
      { operation: "deleteSandboxAccount", path: sandboxAccount },
      { operation: "deleteCustomer" },
      { operation: "initializeSandbox" },
    ],
  },
];
