import { join, resolve } from "node:path";
import { StorageRefused } from "../storage.ts";
import { DatabaseSync } from "./database-sync.ts";
import { groupCommitDefaults } from "./group-commit.ts";
import { SqliteStorage } from "./sqlite-storage.ts";

/**
 * Opens the database in a data folder for reading, without its lock: a bank may be running on it.
 * A unit that writes fails.
 */
export function openSqliteReader(folder: string): SqliteStorage {
  const path = join(resolve(folder), "varde.sqlite");
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, readBigInts: true, returnArrays: true });
    database.exec("select 1 from migration limit 1");
  } catch (cause) {
    database?.close();
    throw new StorageRefused(`The data folder ${resolve(folder)} has no database of a bank.`, {
      cause,
    });
  }
  return new SqliteStorage(database, undefined, { ...groupCommitDefaults, onFatal: () => {} });
}
