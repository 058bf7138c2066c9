import type { OperationId, Schema } from "@varde/protocol";
import * as protocol from "@varde/protocol";

export const tags = {
  payments: "Payments, single, bulk and periodic",
  baskets: "Signing baskets: several payments approved at once",
  accounts: "Accounts, balances and transactions the PSU has given consent to",
  cards: "Card accounts",
  psu: "Consent, agreements and the PSU",
  funds: "Confirmation of funds",
  tpp: "What the bank keeps of the TPP",
  sandbox: "Test data; a real bank answers 404 here",
} as const;

/** What an operation is about, what it takes and what it answers. */
export interface OperationText {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description?: string;
  /** The body it reads; that of a payment depends on the product. */
  readonly body?: Schema | "payment";
  /** The body of success; nothing, or one that depends on the product. */
  readonly answer?: Schema | "payment" | "record" | "records";
}

const authorisations = "The PSU approves at the address of the link scaRedirect.";

/** Every operation, in the order of the operations table. */
export const operationTexts: Readonly<Record<OperationId, OperationText>> = {
  createPayment: {
    tag: "payments",
    summary: "Create a payment",
    description:
      "With a valid session the answer links to startAuthorisation. With PSU-Context and no " +
      "session it links to scaRedirect: one SCA identifies the PSU and approves. Otherwise 401.",
    body: "payment",
    answer: protocol.paymentCreatedResponse,
  },
  readPayment: { tag: "payments", summary: "Read a payment", answer: "payment" },
  readPaymentStatus: {
    tag: "payments",
    summary: "Read the status of a payment",
    answer: protocol.paymentStatusResponse,
  },
  deletePayment: {
    tag: "payments",
    summary: "Cancel a payment",
    description:
      "204 when it was not approved yet and is gone. 202 with the link startAuthorisation when " +
      "the PSU has to approve the cancellation. 409 when it can no longer be cancelled.",
  },
  startPaymentAuthorisation: {
    tag: "payments",
    summary: "Have the PSU approve a payment",
    description: authorisations,
    answer: protocol.authorisationResponse,
  },
  listPaymentAuthorisations: {
    tag: "payments",
    summary: "List the authorisations of a payment",
    answer: protocol.authorisationListResponse,
  },
  readPaymentAuthorisation: {
    tag: "payments",
    summary: "Read the status of an authorisation",
    answer: protocol.scaStatusResponse,
  },
  startPaymentCancellation: {
    tag: "payments",
    summary: "Have the PSU approve a cancellation",
    description: `Possible after a 202 from cancelling. ${authorisations}`,
    answer: protocol.authorisationResponse,
  },
  listPaymentCancellations: {
    tag: "payments",
    summary: "List the authorisations of a cancellation",
    answer: protocol.authorisationListResponse,
  },
  readPaymentCancellation: {
    tag: "payments",
    summary: "Read the status of a cancellation's authorisation",
    answer: protocol.scaStatusResponse,
  },

  createBasket: {
    tag: "baskets",
    summary: "Create a signing basket",
    description: "Of 1 to 100 single payments of one PSU that are not approved yet.",
    body: protocol.basketBody,
    answer: protocol.basketResponse,
  },
  readBasket: {
    tag: "baskets",
    summary: "Read a basket",
    answer: protocol.basketDetailsResponse,
  },
  readBasketStatus: {
    tag: "baskets",
    summary: "Read the status of a basket: that of its worst payment",
    answer: protocol.basketStatusResponse,
  },
  deleteBasket: { tag: "baskets", summary: "Delete a basket that is not approved" },
  startBasketAuthorisation: {
    tag: "baskets",
    summary: "Have the PSU approve a basket",
    description: authorisations,
    answer: protocol.authorisationResponse,
  },
  listBasketAuthorisations: {
    tag: "baskets",
    summary: "List the authorisations of a basket",
    answer: protocol.authorisationListResponse,
  },
  readBasketAuthorisation: {
    tag: "baskets",
    summary: "Read the status of a basket's authorisation",
    answer: protocol.scaStatusResponse,
  },

  listAccounts: {
    tag: "accounts",
    summary: "List accounts",
    description: "401 with scaRedirect until the PSU has given consent.",
    answer: protocol.accountListResponse,
  },
  readAccount: {
    tag: "accounts",
    summary: "Read an account",
    answer: protocol.accountDetailsResponse,
  },
  readBalances: {
    tag: "accounts",
    summary: "Read the balances of an account",
    description: "Without PSU-IP-Address at most 4 times in 24 hours.",
    answer: protocol.balancesResponse,
  },
  listTransactions: {
    tag: "accounts",
    summary: "List the transactions of an account",
    description:
      "Without PSU-IP-Address at most 4 times in 24 hours, and at most 90 days back. Follow the " +
      "links first, previous, next and last; pages do not count again.",
    answer: protocol.transactionsResponse,
  },
  readTransaction: {
    tag: "accounts",
    summary: "Read the details of a transaction",
    answer: protocol.transactionDetailsResponse,
  },
  listCardAccounts: {
    tag: "cards",
    summary: "List card accounts",
    answer: protocol.cardAccountListResponse,
  },
  readCardAccount: {
    tag: "cards",
    summary: "Read a card account",
    answer: protocol.cardAccountDetailsResponse,
  },
  readCardBalances: {
    tag: "cards",
    summary: "Read the balances of a card account",
    answer: protocol.cardBalancesResponse,
  },
  listCardTransactions: {
    tag: "cards",
    summary: "List the transactions of a card account",
    answer: protocol.cardTransactionsResponse,
  },

  createConsent: {
    tag: "psu",
    summary: "Ask for consent",
    description: "Bank-offered: the body is ignored, and the PSU chooses accounts at scaRedirect.",
    answer: protocol.consentResponse,
  },
  createConsentDeprecated: {
    tag: "psu",
    summary: "Ask for consent, at the old address",
    description: "To be removed: use /v1/bank-offered-consents.",
    answer: protocol.consentResponse,
  },
  listAgreements: {
    tag: "psu",
    summary: "List the corporate agreements the PSU may act under",
    answer: protocol.agreementsResponse,
  },
  readUser: {
    tag: "psu",
    summary: "Begin an SCA, or learn who the PSU is",
    description: "401 with scaRedirect until the PSU has authenticated in this session.",
    answer: protocol.userResponse,
  },
  readUsers: {
    tag: "psu",
    summary: "The same as /v1/user, as some banks spell it",
    answer: protocol.userResponse,
  },
  confirmFunds: {
    tag: "funds",
    summary: "Ask whether an account has an amount",
    body: protocol.fundsConfirmationBody,
    answer: protocol.fundsConfirmationResponse,
  },
  putContact: {
    tag: "tpp",
    summary: "Register where operational notices go",
    body: protocol.contactInformationBody,
    answer: protocol.contactInformationBody,
  },
  readContact: {
    tag: "tpp",
    summary: "Read where operational notices go",
    answer: protocol.contactInformationBody,
  },

  initializeSandbox: {
    tag: "sandbox",
    summary: "Go back to the initial data set",
    description: "Customers, accounts, payments, consents and sessions of this TPP's world.",
    answer: "record",
  },
  createCustomer: {
    tag: "sandbox",
    summary: "Create a customer",
    body: protocol.customerBody,
    answer: protocol.customerResponse,
  },
  listCustomers: {
    tag: "sandbox",
    summary: "List customers",
    answer: protocol.customerListResponse,
  },
  readCustomer: {
    tag: "sandbox",
    summary: "Read a customer",
    answer: protocol.customerResponse,
  },
  deleteCustomer: { tag: "sandbox", summary: "Delete a customer and the accounts they own" },
  createSandboxAccount: {
    tag: "sandbox",
    summary: "Create an account",
    body: protocol.sandboxAccountBody,
    answer: "record",
  },
  listSandboxAccounts: { tag: "sandbox", summary: "List accounts", answer: "records" },
  readSandboxAccount: { tag: "sandbox", summary: "Read an account", answer: "record" },
  deleteSandboxAccount: { tag: "sandbox", summary: "Delete an account" },
  createSandboxTransactions: {
    tag: "sandbox",
    summary: "Add history to an account",
    body: protocol.sandboxTransactionsBody,
    answer: "records",
  },
  listSandboxTransactions: {
    tag: "sandbox",
    summary: "List the history of an account",
    answer: "records",
  },
  deleteSandboxTransactions: { tag: "sandbox", summary: "Delete the history of an account" },
  createSandboxCardAccount: {
    tag: "sandbox",
    summary: "Create a card account",
    body: protocol.sandboxCardAccountBody,
    answer: "record",
  },
  listSandboxCardAccounts: { tag: "sandbox", summary: "List card accounts", answer: "records" },
  readSandboxCardAccount: { tag: "sandbox", summary: "Read a card account", answer: "record" },
  deleteSandboxCardAccount: { tag: "sandbox", summary: "Delete a card account" },
  createSandboxCardTransactions: {
    tag: "sandbox",
    summary: "Add history to a card account",
    body: protocol.sandboxCardTransactionsBody,
    answer: "records",
  },
  listSandboxCardTransactions: {
    tag: "sandbox",
    summary: "List the history of a card account",
    answer: "records",
  },
  deleteSandboxCardTransactions: {
    tag: "sandbox",
    summary: "Delete the history of a card account",
  },
  createSandboxAgreement: {
    tag: "sandbox",
    summary: "Create a corporate agreement",
    body: protocol.agreementBody,
    answer: "record",
  },
  listSandboxAgreements: { tag: "sandbox", summary: "List agreements", answer: "records" },
  readSandboxAgreement: { tag: "sandbox", summary: "Read an agreement", answer: "record" },
  deleteSandboxAgreement: { tag: "sandbox", summary: "Delete an agreement" },
  listEngagements: {
    tag: "sandbox",
    summary: "List who may do what under an agreement",
    answer: "records",
  },
  createEngagements: {
    tag: "sandbox",
    summary: "Let customers act under an agreement",
    body: protocol.engagementsBody,
    answer: "records",
  },
};
