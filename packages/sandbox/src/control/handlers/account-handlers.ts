import { transactionsListedMax } from "@varde/protocol";
import { type ControlHandlers, readLimit } from "./control-handler.ts";

/** Handlers for accounts and their transactions. */
export const accountHandlers = {
  readAccount: ({ world, parameters }) => world.accounts.read(parameters.account),
  listAccountTransactions: ({ world, parameters, query: { after, to, text, ...query } }) =>
    world.accounts.listTransactions(parameters.account, {
      limit: readLimit(query, 100, transactionsListedMax),
      after,
      to,
      text,
    }),
  createAccount: ({ world, body }) => world.testData.createAccount(body),
  renameAccount: async ({ world, parameters, body }) =>
    void (await world.testData.renameAccount(parameters.account, body)),
  closeAccount: async ({ world, parameters }) =>
    void (await world.testData.closeAccount(parameters.account)),
  bookTransaction: ({ world, parameters, body }) => world.accounts.book(parameters.account, body),
  loadTransactions: ({ world, parameters, body }) =>
    world.testData.loadTransactions(parameters.account, body),
} satisfies Partial<ControlHandlers>;
