import type { OperationTexts } from "./operation-text.ts";

/** Texts of the operations on test data. */
export const sandboxTexts = {
  initializeSandbox: {
    tag: "sandbox",
    summary: "Reset to the initial data set",
    description:
      "Resets the customers, accounts, payments, consents and sessions of this TPP's world.",
  },
  createCustomer: {
    tag: "sandbox",
    summary: "Create a customer",
  },
  listCustomers: {
    tag: "sandbox",
    summary: "List customers",
  },
  readCustomer: {
    tag: "sandbox",
    summary: "Read a customer",
  },
  deleteCustomer: { tag: "sandbox", summary: "Delete a customer and their accounts" },
  createSandboxAccount: {
    tag: "sandbox",
    summary: "Create an account",
  },
  listSandboxAccounts: { tag: "sandbox", summary: "List accounts" },
  readSandboxAccount: { tag: "sandbox", summary: "Read an account" },
  deleteSandboxAccount: { tag: "sandbox", summary: "Delete an account" },
  createSandboxTransactions: {
    tag: "sandbox",
    summary: "Add history to an account",
  },
  listSandboxTransactions: {
    tag: "sandbox",
    summary: "List the history of an account",
  },
  deleteSandboxTransactions: { tag: "sandbox", summary: "Delete the history of an account" },
  createSandboxCardAccount: {
    tag: "sandbox",
    summary: "Create a card account",
  },
  listSandboxCardAccounts: { tag: "sandbox", summary: "List card accounts" },
  readSandboxCardAccount: { tag: "sandbox", summary: "Read a card account" },
  deleteSandboxCardAccount: { tag: "sandbox", summary: "Delete a card account" },
  createSandboxCardTransactions: {
    tag: "sandbox",
    summary: "Add history to a card account",
  },
  listSandboxCardTransactions: {
    tag: "sandbox",
    summary: "List the history of a card account",
  },
  deleteSandboxCardTransactions: {
    tag: "sandbox",
    summary: "Delete the history of a card account",
  },
  createSandboxAgreement: {
    tag: "sandbox",
    summary: "Create a corporate agreement",
  },
  listSandboxAgreements: { tag: "sandbox", summary: "List agreements" },
  readSandboxAgreement: { tag: "sandbox", summary: "Read an agreement" },
  deleteSandboxAgreement: {
    tag: "sandbox",
    summary: "Delete an agreement",
    description: "Only corporate agreements. To delete a private one, delete the customer.",
  },
  listEngagements: {
    tag: "sandbox",
    summary: "List the engagements of an agreement",
  },
  createEngagements: {
    tag: "sandbox",
    summary: "Add engagements to an agreement",
  },
} as const satisfies OperationTexts;
