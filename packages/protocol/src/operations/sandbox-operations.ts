import {
  agreementBody,
  customerBody,
  customerListResponse,
  customerResponse,
  engagementsBody,
  sandboxAccount,
  sandboxAccountBody,
  sandboxAccounts,
  sandboxAgreement,
  sandboxAgreements,
  sandboxCardAccount,
  sandboxCardAccountBody,
  sandboxCardAccounts,
  sandboxCardTransactions,
  sandboxCardTransactionsBody,
  sandboxEngagements,
  sandboxReset,
  sandboxTransactions,
  sandboxTransactionsBody,
} from "../schemas/index.ts";
import { get, post, remove } from "./define-operation.ts";
import { sandboxTransactionQuery } from "./query-parameters.ts";

const customers = "/v1/sandbox/customers";
const accounts = "/v1/sandbox/accounts";
const cardAccounts = "/v1/sandbox/card-accounts";
const agreements = "/v1/sandbox/agreements";
const customer = `${customers}/{customerId}` as const;
const account = `${accounts}/{accountId}` as const;
const cardAccount = `${cardAccounts}/{accountId}` as const;
const agreement = `${agreements}/{agreementId}` as const;

/** The operations that load and delete test data. */
export const sandboxOperations = {
  initializeSandbox: post("loadData", "/v1/sandbox/initialize", {
    response: sandboxReset,
    status: 200,
    isRepeatable: true,
    mayBeEmpty: true,
  }),
  createCustomer: post("loadData", customers, { body: customerBody, response: customerResponse }),
  listCustomers: get("loadData", customers, {
    response: customerListResponse,
    query: { withAccounts: "boolean", withAgreements: "boolean" },
  }),
  readCustomer: get("loadData", customer, { response: customerResponse }),
  deleteCustomer: remove("loadData", customer, {}),
  createSandboxAccount: post("loadData", accounts, {
    body: sandboxAccountBody,
    response: sandboxAccount,
  }),
  listSandboxAccounts: get("loadData", accounts, { response: sandboxAccounts }),
  readSandboxAccount: get("loadData", account, { response: sandboxAccount }),
  deleteSandboxAccount: remove("loadData", account, {}),
  createSandboxTransactions: post("loadData", `${account}/transactions`, {
    body: sandboxTransactionsBody,
    response: sandboxTransactions,
  }),
  listSandboxTransactions: get("loadData", `${account}/transactions`, {
    response: sandboxTransactions,
    query: sandboxTransactionQuery,
  }),
  deleteSandboxTransactions: remove("loadData", `${account}/transactions`, {}),
  createSandboxCardAccount: post("loadData", cardAccounts, {
    body: sandboxCardAccountBody,
    response: sandboxCardAccount,
  }),
  listSandboxCardAccounts: get("loadData", cardAccounts, { response: sandboxCardAccounts }),
  readSandboxCardAccount: get("loadData", cardAccount, { response: sandboxCardAccount }),
  deleteSandboxCardAccount: remove("loadData", cardAccount, {}),
  createSandboxCardTransactions: post("loadData", `${cardAccount}/transactions`, {
    body: sandboxCardTransactionsBody,
    response: sandboxCardTransactions,
  }),
  listSandboxCardTransactions: get("loadData", `${cardAccount}/transactions`, {
    response: sandboxCardTransactions,
    query: sandboxTransactionQuery,
  }),
  deleteSandboxCardTransactions: remove("loadData", `${cardAccount}/transactions`, {}),
  createSandboxAgreement: post("loadData", agreements, {
    body: agreementBody,
    response: sandboxAgreement,
  }),
  listSandboxAgreements: get("loadData", agreements, { response: sandboxAgreements }),
  readSandboxAgreement: get("loadData", agreement, { response: sandboxAgreement }),
  deleteSandboxAgreement: remove("loadData", agreement, {}),
  listEngagements: get("loadData", `${agreement}/engagements`, { response: sandboxEngagements }),
  createEngagements: post("loadData", `${agreement}/engagements`, {
    body: engagementsBody,
    response: sandboxEngagements,
  }),
};
