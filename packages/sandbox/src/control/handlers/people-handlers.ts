import { consentsListedMax, customersListedMax, transactionsListedMax } from "@varde/protocol";
import { accountViews } from "../world/account-views.ts";
import { listConsents } from "../world/list-consents.ts";
import { peopleViews } from "../world/people-views.ts";
import { testDataControl } from "../world/test-data-control.ts";
import { type ControlHandlers, readLimit } from "./control-handler.ts";

/** Handlers for customers, agreements, accounts, transactions and consents. */
export const peopleHandlers = {
  listCustomers: ({ sandbox, worldId, query: { after, text, ...query } }) =>
    peopleViews(sandbox, worldId).list({
      limit: readLimit(query, 100, customersListedMax),
      after,
      text,
    }),
  readCustomer: ({ sandbox, worldId, parameters }) =>
    peopleViews(sandbox, worldId).read(parameters.customerId),
  createCustomer: ({ sandbox, worldId, body }) =>
    testDataControl(sandbox, worldId).createCustomer(body),
  renameCustomer: async ({ sandbox, worldId, parameters, body }) =>
    void (await testDataControl(sandbox, worldId).renameCustomer(parameters.customerId, body)),
  deleteCustomer: async ({ sandbox, worldId, parameters }) =>
    void (await testDataControl(sandbox, worldId).deleteCustomer(parameters.customerId)),
  createAgreement: ({ sandbox, worldId, body }) =>
    testDataControl(sandbox, worldId).createAgreement(body),
  changeEngagements: async ({ sandbox, worldId, parameters, body }) =>
    void (await testDataControl(sandbox, worldId).changeEngagements(parameters.agreementId, body)),
  deleteAgreement: async ({ sandbox, worldId, parameters }) =>
    void (await testDataControl(sandbox, worldId).deleteAgreement(parameters.agreementId)),

  readAccount: ({ sandbox, worldId, parameters }) =>
    accountViews(sandbox, worldId).read(parameters.account),
  listAccountTransactions: ({
    sandbox,
    worldId,
    parameters,
    query: { after, to, text, ...query },
  }) =>
    accountViews(sandbox, worldId).listTransactions(parameters.account, {
      limit: readLimit(query, 100, transactionsListedMax),
      after,
      to,
      text,
    }),
  createAccount: ({ sandbox, worldId, body }) =>
    testDataControl(sandbox, worldId).createAccount(body),
  renameAccount: async ({ sandbox, worldId, parameters, body }) =>
    void (await testDataControl(sandbox, worldId).renameAccount(parameters.account, body)),
  closeAccount: async ({ sandbox, worldId, parameters }) =>
    void (await testDataControl(sandbox, worldId).closeAccount(parameters.account)),
  bookTransaction: ({ sandbox, worldId, parameters, body }) =>
    accountViews(sandbox, worldId).book(parameters.account, body),
  loadTransactions: ({ sandbox, worldId, parameters, body }) =>
    testDataControl(sandbox, worldId).loadTransactions(parameters.account, body),

  listConsents: async ({ sandbox, worldId, query: { before, ...query } }) => ({
    consents: await listConsents(sandbox, worldId, {
      limit: readLimit(query, 100, consentsListedMax),
      before,
    }),
  }),
} satisfies Partial<ControlHandlers>;
