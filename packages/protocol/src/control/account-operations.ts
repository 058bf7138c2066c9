import { limits } from "../limits.ts";
import { sandboxAccountBody, sandboxTransactionsBody } from "../schemas/bodies/sandbox-bodies.ts";
import { integer, list, object, optional, string, text } from "../schemas/schema.ts";
import type { ControlOperation } from "./control-operation.ts";

export const transactionsListedMax = 200;

const accountFields = {
  accountId: string(),
  name: string(),
  number: string({ description: "BBAN, IBAN or masked card number" }),
  kind: string({ description: "current, savings, tax, card or loan" }),
  currency: string(),
  booked: string({ description: "booked balance" }),
  available: string({ description: "booked balance less reservations, with the line of credit" }),
};
export const accountSummary = object(accountFields);

/** The body that renames a customer or an account. */
export const newName = object({
  name: text({ minLength: 1, maxLength: limits.nameCharactersMax }),
});

const transaction = object({
  transactionId: string(),
  bookingDate: string(),
  amount: string(),
  currency: string(),
  kind: string({ description: "payment, fee, return or history" }),
  party: optional(string({ description: "name or account of the other party" })),
  text: optional(string()),
  paymentId: optional(string()),
});

/** Operations on accounts and their transactions. An account is given by id, BBAN or IBAN. */
export const accountOperations = {
  readAccount: {
    method: "GET",
    path: "/accounts/{account}",
    summary: "Reads an account with its owner and its balance at the end of each day.",
    needsWorld: true,
    status: 200,
    response: object({
      ...accountFields,
      iban: optional(string()),
      creditLine: string(),
      reserved: string({ description: "sum of payments that are not booked yet" }),
      ownerId: string(),
      owner: string({ description: "name of the customer" }),
      transactions: integer({ description: "number of booked transactions" }),
      balances: list(object({ day: string(), booked: string() }), {
        description: "balance at the end of each day with bookings, earliest first",
      }),
    }),
  },
  listAccountTransactions: {
    method: "GET",
    path: "/accounts/{account}/transactions",
    summary: "Lists booked transactions, newest first; a page costs the same at any depth.",
    needsWorld: true,
    query: {
      limit: `number of transactions: 100 by default, at most ${transactionsListedMax}`,
      after: "the value of next of the page before",
      to: "the latest booking date",
      text: "part of a name, message, reference, amount or id of a payment",
    },
    status: 200,
    response: object({
      transactions: list(transaction),
      next: optional(string({ description: "set if there may be more; see searchedTo" })),
      searchedTo: optional(
        string({ description: "the date a search has reached; each request reads a part" }),
      ),
    }),
  },
  createAccount: {
    method: "POST",
    path: "/accounts",
    summary: "Creates an account that can pay and be paid at once.",
    needsWorld: true,
    body: sandboxAccountBody,
    status: 201,
    response: object({ accountId: string() }),
  },
  renameAccount: {
    method: "PATCH",
    path: "/accounts/{account}",
    summary: "Gives an account another name.",
    needsWorld: true,
    body: newName,
    status: 204,
  },
  closeAccount: {
    method: "DELETE",
    path: "/accounts/{account}",
    summary: "Closes an account that has no payment in progress.",
    needsWorld: true,
    status: 204,
  },
  bookTransaction: {
    method: "POST",
    path: "/accounts/{account}/transactions",
    summary: "Books a transaction today, which changes the balance.",
    needsWorld: true,
    body: object({
      amount: string({ maxLength: 20, description: 'an amount like "100.00" or "-25.50"' }),
      party: optional(string({ maxLength: 70, description: "name of the other party" })),
      text: optional(string({ maxLength: 140 })),
    }),
    status: 201,
    response: object({ transactionId: string(), booked: string() }),
  },
  loadTransactions: {
    method: "POST",
    path: "/accounts/{account}/transactions/load",
    summary: "Loads past transactions; the balance stays the same.",
    needsWorld: true,
    body: object({ transactions: sandboxTransactionsBody }),
    status: 201,
    response: object({ loaded: integer() }),
  },
} as const satisfies Record<string, ControlOperation>;
