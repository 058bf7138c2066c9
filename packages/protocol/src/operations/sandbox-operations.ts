import {
  agreementBody,
  customerBody,
  customerListResponse,
  customerResponse,
  engagementsBody,
  sandboxAccountBody,
  sandboxCardAccountBody,
  sandboxCardTransactionsBody,
  sandboxRecord,
  sandboxRecords,
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

const record = { response: sandboxRecord } as const;
const records = { response: sandboxRecords } as const;
const transactions = { response: sandboxRecords, query: sandboxTransactionQuery } as const;

/** The operations that load and delete test data. */
export const sandboxOperations = {
  initializeSandbox: post("loadData", "/v1/sandbox/initialize", {
    ...record,
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
  createSandboxAccount: post("loadData", accounts, { body: sandboxAccountBody, ...record }),
  listSandboxAccounts: get("loadData", accounts, records),
  readSandboxAccount: get("loadData", account, record),
  deleteSandboxAccount: remove("loadData", account, {}),
  createSandboxTransactions: post("loadData", `${account}/transactions`, {
    body: sandboxTransactionsBody,
    ...records,
  }),
  listSandboxTransactions: get("loadData", `${account}/transactions`, transactions),
  deleteSandboxTransactions: remove("loadData", `${account}/transactions`, {}),
  createSandboxCardAccount: post("loadData", cardAccounts, {
    body: sandboxCardAccountBody,
    ...record,
  }),
  listSandboxCardAccounts: get("loadData", cardAccounts, records),
  readSandboxCardAccount: get("loadData", cardAccount, record),
  deleteSandboxCardAccount: remove("loadData", cardAccount, {}),
  createSandboxCardTransactions: post("loadData", `${cardAccount}/transactions`, {
    body: sandboxCardTransactionsBody,
    ...records,
  }),
  listSandboxCardTransactions: get("loadData", `${cardAccount}/transactions`, transactions),
  deleteSandboxCardTransactions: remove("loadData", `${cardAccount}/transactions`, {}),
  createSandboxAgreement: post("loadData", agreements, { body: agreementBody, ...record }),
  listSandboxAgreements: get("loadData", agreements, records),
  readSandboxAgreement: get("loadData", agreement, record),
  deleteSandboxAgreement: remove("loadData", agreement, {}),
  listEngagements: get("loadData", `${agreement}/engagements`, records),
  createEngagements: post("loadData", `${agreement}/engagements`, {
    body: engagementsBody,
    ...records,
  }),
};
