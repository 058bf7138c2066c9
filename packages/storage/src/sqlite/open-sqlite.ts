import { join, resolve } from "node:path";
import type { MigrationPlan, MigrationRun } from "../migrations.ts";
import { type Migration, StorageRefused } from "../storage.ts";
import { storageLimits } from "../storage-limits.ts";
import { durablePragmas } from "./checkpoints.ts";
import { takeDataFolder } from "./data-folder.ts";
import { DatabaseSync } from "./database-sync.ts";
import { type GroupCommitOptions, groupCommitDefaults } from "./group-commit.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import { sqliteCode, sqliteFault } from "./sqlite-fault.ts";
import { SqliteStorage } from "./sqlite-storage.ts";

export interface SqlitePlace {
  /** Without one, the database is in memory. */
  readonly folder: string | undefined;
  readonly image?: Uint8Array | undefined;
}

export interface SqliteOptions extends GroupCommitOptions, SqlitePlace {
  readonly migrations: readonly Migration[] | "as-is";
  readonly now: (() => number) | undefined;
}

export function openSqlite(options: SqliteOptions): SqliteStorage {
  const { migrations } = options;
  const run =
    migrations === "as-is" ? undefined : { migrations, withContract: false, mayRun: true };
  const { database, folder } = openMigrated(options, run);
  return new SqliteStorage(database, folder, options);
}

/**
 * Opens the database in a data folder for reading, without its lock: a bank may be running on it.
 * A unit that writes fails.
 */
export function openSqliteReader(folder: string, now?: () => number): SqliteStorage {
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
  const options = { ...groupCommitDefaults, now, onFatal: () => {} };
  return new SqliteStorage(database, undefined, options);
}

/** Runs the missing migrations and closes the database. */
export function migrateSqliteAt(place: SqlitePlace, run: MigrationRun): MigrationPlan {
  const { database, folder, plan } = openMigrated(place, run);
  database.close();
  folder?.release();
  return plan;
}

function openMigrated(options: SqlitePlace, run: MigrationRun | undefined) {
  const folder = options.folder === undefined ? undefined : takeDataFolder(options.folder);
  const path = folder?.databasePath ?? ":memory:";
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0, readBigInts: true, returnArrays: true });
    if (options.image !== undefined) database.deserialize(options.image);
    configure(database, folder !== undefined);
    const plan = run === undefined ? { now: [], later: [] } : migrateSqlite(database, run);
    return { database, folder, plan };
  } catch (error) {
    database?.close();
    folder?.release();
    if (error instanceof StorageRefused || sqliteFault(error) === "refused") throw error;
    throw new StorageRefused(
      `The database ${path} cannot be used (SQLite error ${sqliteCode(error)}: ` +
        `${error instanceof Error ? error.message : error}).`,
      { cause: error },
    );
  }
}

function configure(database: DatabaseSync, isFile: boolean): void {
  database.exec("pragma journal_mode = wal");
  for (const pragma of durablePragmas) database.exec(pragma);
  // Overwrites what is deleted, also by jobs and while the bank runs.
  database.exec("pragma secure_delete = on");
  database.exec(
    `pragma cache_size = -${isFile ? storageLimits.sqliteCacheKib : storageLimits.memoryCacheKib}`,
  );
}
