import assert from "node:assert";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Awaitable } from "../awaitable.ts";
import { CacheEntries, joinKey, type ReadCache, type ReadCacheOptions } from "../read-cache.ts";
import { RefusedWrites } from "../refused-writes.ts";
import { StatementFailed, type Storage, StorageUnavailable } from "../storage.ts";
import {
  type CacheActivity,
  type StepObserver,
  StepObservers,
  type StorageActivity,
} from "../storage-activity.ts";
import { runUnit } from "../units/run-unit.ts";
import { Undo, type Unit } from "../units/unit.ts";
import { Checkpoints } from "./checkpoints.ts";
import type { DataFolder } from "./data-folder.ts";
import { GroupCommit, type GroupCommitOptions } from "./group-commit.ts";
import { RowTriggers } from "./row-triggers.ts";
import { sqliteFault } from "./sqlite-fault.ts";
import { SqliteStatements } from "./sqlite-statements.ts";

export interface SqliteStorageOptions extends GroupCommitOptions {
  readonly now: (() => number) | undefined;
}

/** SQLite in a folder or in memory, with one connection that only this process uses. */
export class SqliteStorage implements Storage {
  readonly engine = "sqlite";
  readonly now: () => number;
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

  constructor(
    database: DatabaseSync,
    folder: DataFolder | undefined,
    options: SqliteStorageOptions,
  ) {
    this.#database = database;
    this.#folder = folder;
    this.now = options.now ?? (() => Date.now());
    this.#statements = new SqliteStatements(database, this.now);
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
  readonly image = (): Uint8Array | undefined => {
    const database: Partial<DatabaseSync> = this.#database;
    return this.#folder === undefined ? database.serialize?.() : undefined;
  };

  /**
   * Rewrites the database, because `secure_delete` is not enough: where SQLite has split a page, a
   * copy of the row may be left, and an older version has overwritten nothing.
   */
  async purgeDeletedRows(): Promise<void> {
    if (this.#folder === undefined) return;
    if (this.#closing !== undefined) throw new StorageUnavailable("The storage is closed.");
    this.#reading.end();
    try {
      this.#database.exec("vacuum");
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new StorageUnavailable(
        `SQLite could not rewrite the database (${reason}), so its files still have what was ` +
          "deleted. It needs as much space as the database has, in the data folder and in the " +
          "temporary folder (SQLITE_TMPDIR).",
        { cause },
      );
    }
    const row = this.#database.prepare("pragma wal_checkpoint(truncate)").get();
    const [isBusy] = Object.values(row ?? {});
    if (isBusy === 0n) return;
    throw new StorageUnavailable(
      "The log of the database still has what was deleted, because it is being read.",
    );
  }

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

/**
 * Shares one transaction between the reads of a turn of the event loop: to take and release
 * SQLite's locks costs as much as most reads. It ends with the turn, or before a batch writes.
 */
class SharedReading {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  #isOpen = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#begin = database.prepare("begin");
    this.#commit = database.prepare("commit");
  }

  readonly begin = (): void => {
    if (this.#isOpen) return;
    this.#begin.run();
    this.#isOpen = true;
    setImmediate(this.end);
  };

  /** A read that failed may have ended the transaction already. */
  readonly end = (): void => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#database.isOpen && this.#database.isTransaction) this.#commit.run();
  };
}

/** Reads synchronously, so that nothing can be written between reading a value and storing it. */
class SqliteReadCache<T> implements ReadCache<T> {
  readonly entries: CacheEntries<T>;
  readonly #readNow: (unit: () => Unit<T>) => T;

  constructor(name: string, entriesMax: number, readNow: (unit: () => Unit<T>) => T) {
    this.entries = new CacheEntries(name, entriesMax);
    this.#readNow = readNow;
  }

  read(key: readonly string[], unit: () => Unit<T>, detail = ""): Awaitable<T> {
    const group = joinKey(key);
    const known = this.entries.find(group, detail);
    return known === undefined
      ? this.entries.fill(group, detail, () => this.#readNow(unit))
      : known.value;
  }
}
