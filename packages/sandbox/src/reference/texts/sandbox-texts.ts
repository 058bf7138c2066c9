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
    description:
      "The customer can identify, consent and pay at once. A private customer gets an agreement " +
      "that covers all of its accounts; a company needs agreements. Use synthetic numbers.",
  },
  listCustomers: {
    tag: "sandbox",
    summary: "List customers",
    description:
      "Returns the customers of the initial data set and those of the caller, with the ids of " +
      "their accounts, card accounts and agreements.",
  },
  readCustomer: {
    tag: "sandbox",
    summary: "Read a customer",
    description: "Returns one customer with the ids of its accounts, card accounts and agreements.",
  },
  deleteCustomer: {
    tag: "sandbox",
    summary: "Delete a customer and their accounts",
    description:
      "Deletes the customer with its accounts and agreements. Refused with 409 while one of the " +
      "accounts has a payment in progress.",
  },
  createSandboxAccount: {
    tag: "sandbox",
    summary: "Create an account",
    description:
      "The account can pay and be paid at once, even if its check digit is wrong. One of the " +
      "given balances becomes the booked one; the others are calculated from it.",
  },
  listSandboxAccounts: {
    tag: "sandbox",
    summary: "List accounts",
    description: "Returns all accounts of this world that are not closed, card accounts excepted.",
  },
  readSandboxAccount: {
    tag: "sandbox",
    summary: "Read an account",
    description:
      "Returns the account with the fields that it was created with, and its balances now.",
  },
  deleteSandboxAccount: {
    tag: "sandbox",
    summary: "Delete an account",
    description:
      "Closes the account. Its number can be used again. Refused with 409 while a payment is in " +
      "progress.",
  },
  createSandboxTransactions: {
    tag: "sandbox",
    summary: "Add history to an account",
    description:
      "Loads up to 1000 past transactions. The balance of today stays the same; the balance " +
      "before the history is calculated back from it.",
  },
  listSandboxTransactions: {
    tag: "sandbox",
    summary: "List the history of an account",
    description:
      "Returns booked transactions, newest first, those of payments included. Select days with " +
      "fromDate and toDate, and a page with offset and limit.",
  },
  deleteSandboxTransactions: {
    tag: "sandbox",
    summary: "Delete the history of an account",
    description:
      "Deletes the transactions that were loaded or generated. Those of payments stay, and the " +
      "balance does not change.",
  },
  createSandboxCardAccount: {
    tag: "sandbox",
    summary: "Create a card account",
    description:
      "Creates a card account with a masked card number. Payments can be made from it only if " +
      "it has a relatedAccount.",
  },
  listSandboxCardAccounts: {
    tag: "sandbox",
    summary: "List card accounts",
    description: "Returns all card accounts of this world that are not closed.",
  },
  readSandboxCardAccount: {
    tag: "sandbox",
    summary: "Read a card account",
    description:
      "Returns the card account with the fields that it was created with, and its balances now.",
  },
  deleteSandboxCardAccount: {
    tag: "sandbox",
    summary: "Delete a card account",
    description: "Closes the card account. Refused with 409 while a payment is in progress.",
  },
  createSandboxCardTransactions: {
    tag: "sandbox",
    summary: "Add history to a card account",
    description:
      "Loads up to 1000 past purchases and payments; a purchase is negative. The balance of " +
      "today stays the same.",
  },
  listSandboxCardTransactions: {
    tag: "sandbox",
    summary: "List the history of a card account",
    description:
      "Returns booked transactions, newest first, those of payments included. Select days with " +
      "fromDate and toDate, and a page with offset and limit.",
  },
  deleteSandboxCardTransactions: {
    tag: "sandbox",
    summary: "Delete the history of a card account",
    description:
      "Deletes the transactions that were loaded or generated. Those of payments stay, and the " +
      "balance does not change.",
  },
  createSandboxAgreement: {
    tag: "sandbox",
    summary: "Create a corporate agreement",
    description:
      "Gives people rights to accounts of a company, now or later with engagements. The owner " +
      "is a customerNumber or a customerId.",
  },
  listSandboxAgreements: {
    tag: "sandbox",
    summary: "List agreements",
    description:
      "Returns the agreements of companies and of private customers, each with the ids of its " +
      "engagements.",
  },
  readSandboxAgreement: {
    tag: "sandbox",
    summary: "Read an agreement",
    description: "Returns one agreement with its owner and the ids of its engagements.",
  },
  deleteSandboxAgreement: {
    tag: "sandbox",
    summary: "Delete an agreement",
    description: "Only corporate agreements. To delete a private one, delete the customer.",
  },
  listEngagements: {
    tag: "sandbox",
    summary: "List the engagements of an agreement",
    description:
      "Returns who has which rights to which account under the agreement. An account can be " +
      "granted in a consent only with VIEW and REGISTER.",
  },
  createEngagements: {
    tag: "sandbox",
    summary: "Add engagements to an agreement",
    description:
      "Adds rights of people to accounts, or changes the roles of those that have some. Private " +
      "agreements cannot be changed: they cover all accounts.",
  },
} as const satisfies OperationTexts;
