import { setImmediate } from "node:timers/promises";
import { type AccountId, osloDay, type WorldId } from "@varde/bank";
import { loadedTransactionsMax } from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import {
  generateMany,
  type ManyTransactions,
  manyIdBeginning,
} from "../../history/generate-many.ts";
import { Temporal } from "../../temporal.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";
import { findAccount } from "./find-account.ts";

/** Progress of generating transactions for an account. */
export interface HistoryLoad {
  readonly accountId: AccountId;
  readonly transactions: number;
  readonly loaded: number;
  readonly state: "running" | "done" | "failed";
}

/** Keeps each unit to a few milliseconds, because it holds the only SQLite connection. */
const transactionsPerUnit = 500;

type Loads = Map<string, HistoryLoad>;
const loadsBySandbox = new WeakMap<object, Loads>();

/** Generates large histories for accounts, to test paging with. */
export const historyControl = (sandbox: ControlledSandbox, worldId: WorldId) => {
  const loads = loadsBySandbox.get(sandbox.storage) ?? new Map<string, HistoryLoad>();
  loadsBySandbox.set(sandbox.storage, loads);
  const loadKey = (accountId: AccountId) => `${worldId} ${accountId}`;

  const start = async (named: string, transactions: number) => {
    if (!Number.isSafeInteger(transactions) || transactions < 1) {
      throw new ControlRefused("transactions must be a whole number of at least 1");
    }
    if (transactions > loadedTransactionsMax) {
      throw new ControlRefused(`transactions must be at most ${loadedTransactionsMax}`);
    }
    const { id: accountId } = await findAccount(sandbox, worldId, named);
    if (loads.get(loadKey(accountId))?.state === "running") {
      throw new ControlRefused(
        "transactions are already being generated for this account; wait until that is done",
      );
    }
    const note = (loaded: number, state: HistoryLoad["state"]): HistoryLoad => {
      const load = { accountId, transactions, loaded, state };
      loads.set(loadKey(accountId), load);
      return load;
    };
    const begun = note(0, "running");
    const done = load(sandbox, worldId, accountId, transactions, note).catch((error: unknown) => {
      note(loads.get(loadKey(accountId))?.loaded ?? 0, "failed");
      throw error;
    });
    return { begun, done };
  };

  return {
    start: async (named: string, transactions: number): Promise<HistoryLoad> => {
      const { begun, done } = await start(named, transactions);
      done.catch((error: unknown) =>
        sandbox.bank.log.error({ err: error }, "generating transactions failed"),
      );
      return begun;
    },
    load: async (named: string, transactions: number): Promise<HistoryLoad> =>
      (await start(named, transactions)).done,
    progress: async (named: string): Promise<HistoryLoad> => {
      const { id } = await findAccount(sandbox, worldId, named);
      const load = loads.get(loadKey(id));
      if (load === undefined)
        throw new ControlRefused("no transactions were generated for this account");
      return load;
    },
  };
};

const load = async (
  { ledger, clock, listWorlds }: ControlledSandbox,
  worldId: WorldId,
  accountId: AccountId,
  count: number,
  note: (loaded: number, state: HistoryLoad["state"]) => HistoryLoad,
): Promise<HistoryLoad> => {
  const now = await clock.now(worldId);
  const beginning = manyIdBeginning(accountId);
  const last = await ledger.lastTransactionId(worldId, beginning);
  const yesterday = Temporal.PlainDate.from(osloDay(now)).subtract({ days: 1 });
  const many: ManyTransactions = {
    accountId,
    first: Number(last?.slice(beginning.length) ?? 0) + 1,
    count,
    seed: (await listWorlds()).find((world) => world.worldId === worldId)?.seed ?? 1,
    until: yesterday.toString(),
  };
  for (let from = 0; from < count; from += transactionsPerUnit) {
    const size = Math.min(transactionsPerUnit, count - from);
    const transactions = generateMany(many, from, size);
    const refusal = await ledger.loadTransactions(worldId, accountId, transactions, BigInt(now));
    if (refusal !== undefined) throw new Error(refusal.text);
    note(from + size, "running");
    // Lets waiting requests run between two units.
    await setImmediate();
  }
  return note(count, "done");
};
