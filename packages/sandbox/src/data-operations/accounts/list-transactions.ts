import { type AccountResource, isRefusal, refuse, respondWith } from "@varde/bank";
import { type DataOperation, unknownRecord } from "../data-parts.ts";
import { findSandboxAccount } from "./list-accounts.ts";
import { presentLoaded } from "./present-loaded.ts";

const limitDefault = 200;

/** Lists the booked transactions of an account, newest first, including payments. */
export const listSandboxTransactions =
  (resource: AccountResource): DataOperation<"accountId"> =>
  async (context, parts) => {
    const account = await findSandboxAccount(resource, context, parts);
    if (isRefusal(account)) return account;
    const { offset, limit, ...query } = context.query;
    const { dateFrom, dateTo, fromDate = dateFrom, toDate = dateTo } = query;
    const transactions = await parts.ledger.listTransactions(account.worldId, account.id, {
      ...(fromDate === undefined ? {} : { from: fromDate }),
      ...(toDate === undefined ? {} : { to: toDate }),
      ...(offset === undefined ? {} : { offset: Number(offset) }),
      limit: limit === undefined ? limitDefault : Number(limit),
    });
    const listed = transactions.map((one) => presentLoaded(account, one, one.id));
    return respondWith(200, listed);
  };

/** Deletes loaded transactions; those of payments stay, and the balance does not change. */
export const deleteSandboxTransactions =
  (resource: AccountResource): DataOperation<"accountId"> =>
  async (context, parts) => {
    const account = await findSandboxAccount(resource, context, parts);
    if (isRefusal(account)) return account;
    const refusal = await parts.ledger.deleteHistory(account.worldId, account.id);
    if (refusal?.refused === "balance-too-large") {
      return refuse({ code: "CONFLICT", text: refusal.text });
    }
    return refusal === undefined ? respondWith(204) : unknownRecord("account");
  };
