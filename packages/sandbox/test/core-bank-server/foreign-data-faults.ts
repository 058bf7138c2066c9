import { setTimeout } from "node:timers/promises";
import type { AccountId, CoreBank, CorePlace, CoreTransaction } from "@varde/bank";

/** Long enough for calls that are sent together to arrive. */
const overlapMs = 20;

type Fault = readonly [(own: CoreBank) => Partial<CoreBank>, rules: readonly string[]];

const firstPage: CorePlace = { at: "offset", offset: 0 };

/** Without the name of the account, only the rule can notice whose a transaction is. */
const unnamed = (row: CoreTransaction): CoreTransaction => ({ ...row, accountId: undefined });

/** Adds the rows of the account that was read before, as a query without its account would. */
const listOthersToo =
  (at: CorePlace["at"]) =>
  (own: CoreBank): Partial<CoreBank> => {
    const known = new Set<AccountId>();
    return {
      listTransactions: async (world, account, page) => {
        known.add(account);
        const rows = [...(await own.listTransactions(world, account, page))];
        const others = page.place.at === at ? [...known].filter((id) => id !== account) : [];
        for (const id of others) {
          const place = page.place.at === "after" ? page.place : firstPage;
          rows.push(...(await own.listTransactions(world, id, { ...page, place })));
        }
        return rows.slice(-page.limit).map(unnamed);
      },
    };
  };

/** Returns what the last call asked for, as a variable that callers share would. */
const shared = <Value>(read: (account: AccountId) => Promise<Value>) => {
  let last: AccountId;
  return async (account: AccountId): Promise<Value> => {
    last = account;
    await setTimeout(overlapMs);
    return read(last);
  };
};

/** Core banks that return data of another account than requested, and the rules that find them. */
export const foreignDataFaults: Readonly<Record<string, Fault>> = {
  "reads transactions of every account": [
    (own) => {
      const accountOf = new Map<string, AccountId>();
      return {
        listTransactions: async (world, account, page) => {
          const rows = await own.listTransactions(world, account, page);
          for (const { transactionId } of rows) accountOf.set(transactionId, account);
          return rows.map(unnamed);
        },
        readTransaction: async (world, account, id) => {
          const found = await own.readTransaction(world, accountOf.get(id) ?? account, id);
          return found && unnamed(found);
        },
      };
    },
    ["TRANSACTIONS-8"],
  ],
  "lists transactions of other accounts before a key": [
    listOthersToo("before"),
    ["TRANSACTIONS-8"],
  ],
  "lists transactions of other accounts at the end": [listOthersToo("end"), ["TRANSACTIONS-8"]],
  "names another account in its transactions": [
    (own) => ({
      listTransactions: async (...given) =>
        (await own.listTransactions(...given)).map((row) => ({ ...row, accountId: "another" })),
    }),
    ["TRANSACTIONS-1"],
  ],
  "mixes up the balances of concurrent callers": [
    (own) => {
      let readShared: ReturnType<typeof shared<Awaited<ReturnType<CoreBank["readBalances"]>>>>;
      return {
        readBalances: (world, account) => {
          readShared ??= shared((id) => own.readBalances(world, id));
          return readShared(account);
        },
      };
    },
    ["ACCOUNTS-6"],
  ],
  "checks the funds of another account": [
    (own) => {
      let first: AccountId | undefined;
      return {
        hasFunds: (world, account, ...order) => {
          first ??= account;
          return own.hasFunds(world, first, ...order);
        },
      };
    },
    ["ACCOUNTS-6"],
  ],
  "lists pending movements of every account": [
    (own) => {
      const known = new Set<AccountId>();
      return {
        findAccount: async (world, reference) => {
          const found = await own.findAccount(world, reference);
          if (found !== undefined) known.add(found.accountId);
          return found;
        },
        listPending: async (world) => {
          const lists = await Promise.all([...known].map((id) => own.listPending(world, id)));
          return lists.flat().map((one) => ({ ...one, accountId: undefined }));
        },
      };
    },
    ["OUTCOMES-8"],
  ],
};
