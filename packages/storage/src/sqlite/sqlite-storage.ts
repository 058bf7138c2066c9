import assert from "node:assert";
import type { ReadCache, ReadCacheOptions } from "../cache/read-cache.ts";
import type { MigrationPlan, MigrationRun } from "../migrations/migrations.ts";
import { RefusedWrites } from "../refused-writes.ts";
import {
  type Migration,
  StatementFailed,
  type Storage,
  StorageRefused,
  StorageUnavailable,
} from "../storage.ts";
import {
  type CacheActivity,
  type StepObserver,
  StepObservers,
  type StorageActivity,
} from "../storage-activity.ts";
import { storageLimits } from "../storage-limits.ts";
import { runUnit } from "../units/run-unit.ts";
import { Undo, type Unit } from "../units/unit.ts";
import { Checkpoints } from "./checkpoints.ts";
import { type DataFolder, takeDataFolder } from "./data-folder.ts";
import { DatabaseSync } from "./database-sync.ts";
import { durablePragmas } from "./durable-pragmas.ts";
import { GroupCommit, type GroupCommitOptions } from "./group-commit.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import { RowTriggers } from "./row-triggers.ts";
import { SharedReading } from "./shared-reading.ts";
import { sqliteCode, sqliteFault } from "./sqlite-fault.ts";
import { SqliteReadCache } from "./sqlite-read-cache.ts";
import { SqliteStatements } from "./sqlite-statements.ts";

/** SQLite in a folder or in memory, with one connection that only this process uses. */
export class SqliteStorage implements Storage {
  readonly engine = "sqlite";
  readonly #database: DatabaseSync;
  readonly #folder: DataFolder | undefined;
  readonly #checkpoints: Checkpoints | undefined;
  readonly #statements: SqliteStatements;
  readonly #groupCommit: GroupCommit;
  readonly #reading: SharedReading;
  readonly #triggers: RowTriggers;
  readonly #refusedWrites = new RefusedWrites();
  readonly #onFatal: (error: Error) => void;
  readonly #observers = new StepObservers();
  readonly #caches: { readonly activity: CacheActivity }[] = [];
  #closing: Promise<void> | undefined;

  constructor(database: DatabaseSync, folder: DataFolder | undefined, options: GroupCommitOptions) {
    this.#database = database;
    this.#folder = folder;
    this.#statements = new SqliteStatements(database);
    this.#checkpoints = folder && new Checkpoints(database, folder.databasePath);
    this.#reading = new SharedReading(database);
    this.#triggers = new RowTriggers(database);
    this.#groupCommit = new GroupCommit(database, this.#statements, {
      ...options,
      beforeBatch: this.#reading.end,
      onRefused: this.#refusedWrites.record,
      onWritten: (ms) => this.#observers.report("write", ms),
      ...(this.#checkpoints && { onCommit: this.#checkpoints.committed }),
    });
    this.#onFatal = options.onFatal;
  }

  write<T, V = never>(unit: () => Unit<T, V>): Promise<T | V> {
    return this.#groupCommit.write(unit);
  }

  /** Reads synchronously. Batches are synchronous too, so none is ever half done here. */
  async read<T>(unit: () => Unit<T>): Promise<T> {
    return this.#readNow(unit);
  }

  readAtOnce<T>(unit: () => Unit<T>): Promise<T> {
    return this.read(unit);
  }

  #readNow<T>(unit: () => Unit<T>): T {
    if (this.#closing !== undefined) throw new StorageUnavailable("The storage is closed.");
    assert.ok(!this.#groupCommit.isWriting, "A unit cannot start another unit.");
    try {
      this.#reading.begin();
      const value = runUnit(unit, this.#statements.runReading);
      assert.ok(!(value instanceof Undo), "A unit that only reads cannot undo.");
      return value;
    } catch (error) {
      if (!(error instanceof StatementFailed)) throw error;
      const { cause } = error;
      const fault = sqliteFault(cause);
      if (fault === "refused") throw error;
      if (fault === "broken") this.#onFatal(cause instanceof Error ? cause : error);
      throw new StorageUnavailable("The database cannot be read.", { cause });
    }
  }

  createReadCache<T>({ name, entriesMax, groups }: ReadCacheOptions): ReadCache<T> {
    const cache = new SqliteReadCache<T>(name, entriesMax, (unit) => this.#readNow(unit));
    for (const each of groups) this.#triggers.listen(each, cache.entries.invalidate);
    this.#caches.push(cache.entries);
    return cache;
  }

  activity(): StorageActivity {
    const { unitsWaiting, commits } = this.#groupCommit;
    return { unitsWaiting, commits, caches: this.#caches.map(({ activity }) => activity) };
  }

  observe(observer: StepObserver): () => void {
    return this.#observers.add(observer);
  }

  async isReady(): Promise<boolean> {
    if (this.#closing !== undefined) return false;
    try {
      this.#database.exec("select 1 from migration limit 1");
      return true;
    } catch {
      return false;
    }
  }

  async acceptsWrites(): Promise<boolean> {
    return !this.#refusedWrites.areRecent;
  }

  /** Copies a database in memory; older runtimes cannot, and return nothing. */
  readonly image = (): Uint8Array | undefined =>
    this.#folder === undefined
      ? (this.#database as Partial<DatabaseSync>).serialize?.()
      : undefined;

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#groupCommit.close();
    this.#reading.end();
    await this.#checkpoints?.close();
    this.#database.close();
    this.#folder?.release();
  }
}

export interface SqlitePlace {
  /** Without one, the database is in memory. */
  readonly folder: string | undefined;
  readonly image?: Uint8Array | undefined;
}

export interface SqliteOptions extends GroupCommitOptions, SqlitePlace {
  readonly migrations: readonly Migration[] | "as-is";
}

export function openSqlite(options: SqliteOptions): SqliteStorage {
  const { migrations } = options;
  const run =
    migrations === "as-is" ? undefined : { migrations, withContract: false, mayRun: true };
  const { database, folder } = openMigrated(options, run);
  return new SqliteStorage(database, folder, options);
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
  database.exec(
    `pragma cache_size = -${isFile ? storageLimits.sqliteCacheKib : storageLimits.memoryCacheKib}`,
  );
}
