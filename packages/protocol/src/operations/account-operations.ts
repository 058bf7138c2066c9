import {
  accountDetailsResponse,
  accountListResponse,
  balancesResponse,
  cardAccountDetailsResponse,
  cardAccountListResponse,
  cardBalancesResponse,
  cardTransactionsResponse,
  transactionDetailsResponse,
  transactionsResponse,
} from "../schemas/index.ts";
import { get } from "./define-operation.ts";
import { transactionQuery } from "./query-parameters.ts";

const account = "/v1/accounts/{accountId}";
const cardAccount = "/v1/card-accounts/{accountId}";
const withBalance = { withBalance: "boolean" } as const;

export const accountOperations = {
  listAccounts: get("readAccount", "/v1/accounts", {
    response: accountListResponse,
    query: withBalance,
  }),
  readAccount: get("readAccount", account, {
    response: accountDetailsResponse,
    query: withBalance,
  }),
  readBalances: get("readAccount", `${account}/balances`, {
    response: balancesResponse,
    accesses: "balances",
    session: "or-unattended",
  }),
  listTransactions: get("readAccount", `${account}/transactions`, {
    response: transactionsResponse,
    accesses: "transactions",
    query: transactionQuery,
    session: "or-unattended",
  }),
  readTransaction: get("readAccount", `${account}/transactions/{transactionId}`, {
    response: transactionDetailsResponse,
    accesses: "transactions",
  }),
  listCardAccounts: get("readAccount", "/v1/card-accounts", {
    response: cardAccountListResponse,
    query: withBalance,
  }),
  readCardAccount: get("readAccount", cardAccount, {
    response: cardAccountDetailsResponse,
    query: withBalance,
  }),
  readCardBalances: get("readAccount", `${cardAccount}/balances`, {
    response: cardBalancesResponse,
    accesses: "balances",
    session: "or-unattended",
  }),
  listCardTransactions: get("readAccount", `${cardAccount}/transactions`, {
    response: cardTransactionsResponse,
    accesses: "transactions",
    query: transactionQuery,
    session: "or-unattended",
  }),
};
