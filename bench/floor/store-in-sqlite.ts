import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { bankMigrations } from "@varde/bank";
import { openStorage } from "@varde/storage";
import { type Creation, creationInserts } from "./creation-rows.ts";

/** Stores a creation durably and returns whether its request id was new. */
export type Store = (creation: Creation) => Promise<boolean>;

interface Waiting {
  readonly creation: Creation;
  readonly resolve: (isNew: boolean) => void;
  isNew: boolean;
}

/** Stores creations with group commit: waiting callers share one transaction and one fsync. */
export const storeInSqlite = async (folder: string): Promise<Store> => {
  const migrated = await openStorage({
    location: { engine: "sqlite", folder },
    migrations: bankMigrations,
  });
  await migrated.close();
  const database = new DatabaseSync(join(folder, "varde.sqlite"), { readBigInts: true });
  database.exec("pragma journal_mode = wal");
  database.exec("pragma synchronous = full");
  database.exec("pragma cache_size = -32768");
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  const inserts = creationInserts.map((text) => database.prepare(text.replace(/\$\d+/g, "?")));
  let waiting: Waiting[] = [];

  const runBatch = () => {
    const batch = waiting;
    waiting = [];
    begin.run();
    for (const each of batch) {
      for (const [at, insert] of inserts.entries()) {
        const { changes } = insert.run(...(each.creation.rows[at] ?? []));
        each.isNew = changes === 1n;
        if (!each.isNew) break;
      }
    }
    commit.run();
    for (const { resolve, isNew } of batch) resolve(isNew);
  };

  return (creation) =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(runBatch);
      waiting.push({ creation, resolve, isNew: false });
    });
};
