import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { everyMigration } from "@varde/sandbox";
import { openStorage } from "@varde/storage";
import { creationInserts } from "./creation-rows.ts";
import {
  type FloorRow,
  type FloorRows,
  firstListedDay,
  isSessionValid,
  type ReadName,
  readStatements,
} from "./floor-rows.ts";

interface Waiting {
  /** Returns whether the write was allowed. */
  readonly write: () => boolean;
  readonly resolve: (isAllowed: boolean) => void;
  isAllowed: boolean;
}

/** Opens the rows with group commit: waiting callers share one transaction and one fsync. */
export const openSqliteRows = async (folder: string): Promise<FloorRows> => {
  const database = await openDatabase(folder);
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  const prepare = (text: string) => database.prepare(text.replace(/\$\d+/g, "?"));
  const inserts = creationInserts.map(prepare);
  const reads = Object.fromEntries(
    Object.entries(readStatements).map(([name, text]) => [name, prepare(text)]),
  ) as Record<ReadName, StatementSync>;
  const get = (name: ReadName, ...values: string[]) =>
    reads[name].get(...values) as FloorRow | undefined;
  const worldId = String(get("world")?.world_id ?? "");
  let waiting: Waiting[] = [];

  const runBatch = () => {
    const batch = waiting;
    waiting = [];
    begin.run();
    for (const each of batch) each.isAllowed = each.write();
    commit.run();
    for (const { resolve, isAllowed } of batch) resolve(isAllowed);
  };
  const commitTogether = (write: () => boolean): Promise<boolean> =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(runBatch);
      waiting.push({ write, resolve, isAllowed: false });
    });

  return {
    store: ({ rows }) =>
      commitTogether(() =>
        inserts.every((insert, at) => insert.run(...(rows[at] ?? [])).changes === 1n),
      ),
    readStatus: async (paymentId) => get("status", paymentId)?.status as string | undefined,
    readAccount: async ({ accountId, kind, psuId, sessionId }) => {
      const now = Date.now();
      const consent = get("consent", psuId, accountId)?.consent_id as string | undefined;
      if (consent === undefined) return undefined;
      if (sessionId === undefined) {
        const count = () =>
          reads.count.run(worldId, consent, accountId, kind, BigInt(now)).changes === 1n;
        if (!(await commitTogether(count))) return undefined;
      } else if (!isSessionValid(get("session", psuId, sessionId), now)) {
        return undefined;
      }
      const account = get("account", worldId, accountId);
      if (account === undefined) return undefined;
      if (kind === "balances") return { account, transactions: [], total: "0" };
      const from = firstListedDay(now);
      const transactions = reads.transactions.all(worldId, accountId, from) as FloorRow[];
      const total = String(get("total", worldId, accountId, from)?.total);
      return { account, transactions, total };
    },
  };
};

const openDatabase = async (folder: string): Promise<DatabaseSync> => {
  const location = { engine: "sqlite", folder } as const;
  const migrated = await openStorage({ location, migrations: everyMigration });
  await migrated.close();
  const database = new DatabaseSync(join(folder, "varde.sqlite"), { readBigInts: true });
  database.exec("pragma journal_mode = wal");
  database.exec("pragma synchronous = full");
  database.exec("pragma cache_size = -32768");
  return database;
};
