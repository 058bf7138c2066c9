import * as protocol from "@varde/protocol";
import type { OperationTexts } from "./operation-text.ts";

/** The operations that load test data. */
export const sandboxTexts = {
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
  deleteSandboxAgreement: {
    tag: "sandbox",
    summary: "Delete an agreement",
    description: "A company's. That of a private customer goes with the customer.",
  },
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
} as const satisfies OperationTexts;
