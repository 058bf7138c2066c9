import type { ReadCache, ReadCacheOptions } from "./read-cache.ts";
import type { StepObserver, StorageActivity } from "./storage-activity.ts";
import type { Engine } from "./units/sql.ts";
import type { Unit } from "./units/unit.ts";

export interface UnitOptions {
  /**
   * Whether the unit moves a whole world. PostgreSQL gives it minutes instead of seconds, so that
   * the size of a world or the load of the machine does not end it.
   */
  readonly isLong?: boolean;
}

/** A database on either engine. */
export interface Storage {
  readonly engine: Engine;
  /**
   * Runs the unit in a transaction and resolves to its value once its effects are durable. A unit
   * that ends with `undo` has no effects, and the promise resolves to the undo value. A unit that
   * throws has none either, and the promise is rejected with its error. A unit may be run again
   * from its start (a deadlock, a lost connection before the commit, another unit of the batch that
   * was undone), so it must not have effects outside the database.
   */
  write<T, V = never>(unit: () => Unit<T, V>, options?: UnitOptions): Promise<T | V>;
  /** Runs a unit that only reads. */
  read<T>(unit: () => Unit<T>): Promise<T>;
  /** Like `read`, but every statement of the unit sees the same snapshot. */
  readAtOnce<T>(unit: () => Unit<T>, options?: UnitOptions): Promise<T>;
  /**
   * Returns the time of the database's clock in epoch milliseconds, as far as this process knows it
   * without asking. Statements that decide about what processes share use `databaseNow` instead.
   */
  now(): number;
  createReadCache<T>(options: ReadCacheOptions): ReadCache<T>;
  /** Returns whether the database responds now. */
  isReady(): Promise<boolean>;
  /** Returns false if the database is read-only, or if it refused a write a moment ago. */
  acceptsWrites(): Promise<boolean>;
  /**
   * Returns how long the oldest transaction that writes on the PostgreSQL server has been open,
   * since this process first saw it. It may be one of another database.
   */
  oldestTransactionMs?(): Promise<number>;
  /**
   * Removes what deleted rows have left in the files of the database, and rejects if it cannot.
   * Nothing else runs meanwhile. PostgreSQL leaves this to its operator.
   */
  purgeDeletedRows?(): Promise<void>;
  activity(): StorageActivity;
  /** Times the units from now on. Returns a function that removes the observer. */
  observe(observer: StepObserver): () => void;
  /** Returns a copy of a database in memory, if the runtime can make one. */
  readonly image?: () => Uint8Array | undefined;
  /** Finishes the queued units, then closes the database. */
  close(): Promise<void>;
}

/**
 * A numbered, forward-only change to the tables of one system ("bank", "ledger"). Written once for
 * both engines: the types are `integer` and `text` only. A statement that begins with the comment
 * `sqlite only` or `postgres only` is left out on the other engine.
 */
export interface Migration {
  readonly system: string;
  /** For example "001-payments": the number orders them within the system. */
  readonly name: string;
  readonly statements: readonly string[];
  /**
   * The oldest version that can run on a database with this migration, and so beside the version
   * that brings it. Every migration that version 0.1.0 does not have declares one.
   */
  readonly oldestVersion?: string;
  /**
   * Whether it removes what only older versions need. Such a contract step runs on request
   * (`varde migrate --contract`), or on an empty database. The others, expand steps, only add.
   */
  readonly isContract?: true;
}

/**
 * The database cannot be written or reached now. Becomes a 503. The unit had no effect, except that
 * PostgreSQL may have committed it if the connection broke during the commit. A retry must
 * therefore be recognisable (the request row does that).
 */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
}

/** The storage cannot be opened as configured. The message is one sentence for the operator. */
export class StorageRefused extends Error {
  override readonly name = "StorageRefused";
}

/** Another process uses the data folder. */
export class DataFolderInUse extends StorageRefused {}

/** The engine refused a statement, which is our mistake. The message has SQL: log it only. */
export class StatementFailed extends Error {
  override readonly name = "StatementFailed";

  constructor(text: string, cause: unknown) {
    super(`${cause instanceof Error ? cause.message : String(cause)} in: ${text}`, { cause });
  }
}
