import assert from "node:assert";
import { setTimeout } from "node:timers/promises";
import type { PoolClient } from "pg";
import { type Awaitable, andThen } from "../awaitable.ts";
import {
  CacheEntries,
  joinKey,
  type ReadCache,
  type ReadCacheOptions,
  topicOf,
} from "../read-cache.ts";
import { RefusedWrites } from "../refused-writes.ts";
import { StatementFailed, type Storage, StorageUnavailable, type UnitOptions } from "../storage.ts";
import {
  type CacheActivity,
  type StepObserver,
  StepObservers,
  type StorageActivity,
  type TimedStep,
} from "../storage-activity.ts";
import { storageLimits } from "../storage-limits.ts";
import { type Statement, sql } from "../units/sql.ts";
import { type Conclusion, one, type StatementResult, type Undo, type Unit } from "../units/unit.ts";
import type { PostgresConnections } from "./postgres-connections.ts";
import { isReadOnly, isRefusedWrite, isStalePlan } from "./postgres-fault.ts";
import type { PostgresTemplates } from "./postgres-templates.ts";
import { PostgresUnit, type UnitKind } from "./postgres-unit.ts";
import { ReadBatch } from "./read-batch.ts";
import { recordName } from "./record-row-changes.ts";
import { OldestTransaction, pruneRowChanges, RowChanges } from "./row-changes.ts";
import { readServerClock, ServerClock } from "./server-clock.ts";
import { shareQuery } from "./share-query.ts";

/** A PostgreSQL database, which other processes may use too. */
export class PostgresStorage implements Storage {
  readonly engine = "postgres";
  readonly #connections: PostgresConnections;
  readonly #waitingUnitsMax: number;
  readonly #templates: PostgresTemplates;
  readonly #refusedWrites = new RefusedWrites();
  readonly #running = new Set<Promise<unknown>>();
  readonly #rowChanges = new RowChanges();
  readonly #oldestTransaction = new OldestTransaction();
  readonly #invalidateIfChanged = shareQuery(() => this.#followRowChanges());
  readonly #records: ReadonlySet<string>;
  readonly #reads = new ReadBatch((statements) =>
    this.#attempts("read", () => rowsAndChanges(statements), storageLimits.postgresUnitMs),
  );
  readonly #setNow: (() => number) | undefined;
  readonly #serverClock = new ServerClock();
  #readingClock: Promise<void> | undefined;
  readonly #observers = new StepObservers();
  readonly #caches: { readonly activity: CacheActivity }[] = [];
  #commits = 0;
  #prunedAt = Number.NEGATIVE_INFINITY;
  #closing: Promise<void> | undefined;

  constructor(parts: {
    readonly connections: PostgresConnections;
    readonly templates: PostgresTemplates;
    /** The row groups whose changes the database records. */
    readonly records: ReadonlySet<string>;
    readonly waitingUnitsMax: number;
    readonly now: (() => number) | undefined;
  }) {
    this.#setNow = parts.now;
    this.#connections = parts.connections;
    this.#templates = parts.templates;
    this.#records = parts.records;
    this.#waitingUnitsMax = parts.waitingUnitsMax;
  }

  write<T, V = never>(unit: () => Unit<T, V>, options: UnitOptions = {}): Promise<T | V> {
    return this.#track(() => this.#attempts("write", unit, limitUnit(options)), "write");
  }

  /** Needs no transaction: in READ COMMITTED each statement has its own snapshot anyway. */
  read<T>(unit: () => Unit<T>): Promise<T> {
    return this.#track(() => this.#readTogether(unit), "read");
  }

  readAtOnce<T>(unit: () => Unit<T>, options: UnitOptions = {}): Promise<T> {
    return this.#track(() => this.#attempts("read at once", unit, limitUnit(options)), "read");
  }

  createReadCache<T>({ name, entriesMax, groups }: ReadCacheOptions): ReadCache<T> {
    const read = (unit: () => Unit<T>) => this.read(unit);
    const cache = new PostgresReadCache<T>(name, entriesMax, this.#invalidateIfChanged, read);
    for (const each of groups) {
      assert(
        this.#records.has(recordName(each)),
        `The cache "${name}" depends on ${topicOf(each)}, whose changes no migration records.`,
      );
      this.#rowChanges.listen(each, cache.entries.invalidate);
    }
    this.#caches.push(cache.entries);
    return cache;
  }

  activity(): StorageActivity {
    const { waitingCount, totalCount, idleCount, options } = this.#connections.pool;
    return {
      unitsWaiting: waitingCount,
      commits: this.#commits,
      connections: { busy: totalCount - idleCount, idle: idleCount, max: options.max },
      caches: this.#caches.map(({ activity }) => activity),
    };
  }

  observe(observer: StepObserver): () => void {
    return this.#observers.add(observer);
  }

  async #followRowChanges(): Promise<void> {
    // Sent alone: its result is fresh only for the callers that it resumes.
    const changes = this.#rowChanges.ask();
    const askedAt = performance.now();
    const rows = await this.#readAlone(changes.read, storageLimits.postgresUnitMs);
    changes.apply(rows);
    const now = performance.now();
    if (rows[0] !== undefined) this.#serverClock.observe(rows[0], askedAt);
    if (now - this.#prunedAt < storageLimits.postgresPruneMs) return;
    this.#prunedAt = now;
    // Another process prunes too, so a failure can wait for the next time.
    this.write(pruneRowChanges).catch(() => {});
  }

  isReady(): Promise<boolean> {
    return this.#isSoon(
      () => this.readClock(),
      () => true,
    );
  }

  now(): number {
    if (this.#setNow !== undefined) return this.#setNow();
    const isOld = this.#serverClock.isOlderThan(storageLimits.postgresClockMs);
    if (isOld && this.#closing === undefined) {
      this.#readingClock ??= this.readClock()
        .catch(() => {})
        .finally(() => {
          this.#readingClock = undefined;
        });
    }
    return this.#serverClock.now();
  }

  /** Asks the server for its time. */
  async readClock(): Promise<void> {
    const askedAt = performance.now();
    const row = await this.#readAlone(readServerClock, storageLimits.postgresReadyMs);
    if (row !== undefined) this.#serverClock.observe(row, askedAt);
  }

  async acceptsWrites(): Promise<boolean> {
    if (this.#refusedWrites.areRecent) return false;
    const unit = () =>
      one<{ setting: string }>(sql`select current_setting('transaction_read_only') as setting`);
    return this.#isSoon(
      () => this.#readAlone(unit, storageLimits.postgresReadyMs),
      (row) => row?.setting === "off",
    );
  }

  async oldestTransactionMs(): Promise<number> {
    const seen = await this.#readAlone(this.#oldestTransaction.read, storageLimits.postgresReadyMs);
    return seen === undefined ? 0 : this.#oldestTransaction.ageMs(seen, performance.now());
  }

  /** Returns whether a value that passes the check is read before it is too late. */
  #isSoon<T>(read: () => Promise<T>, passes: (value: T) => boolean): Promise<boolean> {
    const isTooLate = setTimeout(storageLimits.postgresReadyMs, false, { ref: false });
    return Promise.race([read().then(passes, () => false), isTooLate]);
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** Ends the pool after the last unit, because a pool that is ending serves no waiting caller. */
  async #end(): Promise<void> {
    await Promise.allSettled(this.#running);
    await this.#connections.end();
  }

  /** Runs a read of the storage itself, which observers do not see. */
  #readAlone<T>(unit: () => Unit<T>, unitMs: number): Promise<T> {
    return this.#track(() => this.#attempts("read", unit, unitMs));
  }

  async #readTogether<T>(unit: () => Unit<T>): Promise<T> {
    const steps = unit();
    let step = steps.next();
    while (step.done !== true) {
      assert.ok(isStatements(step.value), "A unit that only reads cannot undo.");
      step = steps.next(await this.#reads.run(step.value));
    }
    return step.value;
  }

  /** Runs a unit that close() waits for. Its time is reported if it has a name and succeeds. */
  async #track<T>(run: () => Promise<T>, reportAs?: TimedStep): Promise<T> {
    if (this.#closing !== undefined) throw new StorageUnavailable("The storage is closed.");
    const start = performance.now();
    const running = run();
    this.#running.add(running);
    try {
      const value = await running;
      if (reportAs !== undefined) this.#observers.report(reportAs, performance.now() - start);
      return value;
    } finally {
      this.#running.delete(running);
    }
  }

  async #attempts<T, V>(kind: UnitKind, unit: () => Unit<T, V>, unitMs: number): Promise<T | V> {
    const start = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const { address, pool } = this.#connections;
      const waitedFrom = performance.now();
      const client = await this.#connect(address);
      this.#observers.report("connect", performance.now() - waitedFrom);
      const isLong = unitMs > storageLimits.postgresUnitMs;
      const terms = { end: start + unitMs, isLong, now: this.#setNow };
      const run = new PostgresUnit(client, this.#templates, terms);
      try {
        const value = await run.run(kind, unit);
        if (kind === "write") this.#commits += 1;
        return value;
      } catch (error) {
        if (error instanceof StatementFailed || !(error instanceof StorageUnavailable)) throw error;
        const { cause } = error;
        if (kind === "write" && isRefusedWrite(cause)) this.#refusedWrites.record();
        if (isStalePlan(cause)) this.#connections.renew(pool);
        const isElsewhere = isReadOnly(cause) && (await this.#connections.leave(address));
        if (!run.mayRunAgain && !isElsewhere) throw error;
        const retryMs = isLong ? unitMs / 2 : storageLimits.postgresRetryWithinMs;
        const isOver = performance.now() - start > retryMs;
        if (isOver || attempt >= storageLimits.postgresAttemptsMax) throw error;
      }
    }
  }

  async #connect(address: string): Promise<PoolClient> {
    if (this.#connections.pool.waitingCount >= this.#waitingUnitsMax) {
      throw new StorageUnavailable("Too many units are waiting for a connection.");
    }
    try {
      return await this.#connections.pool.connect();
    } catch (cause) {
      if (await this.#connections.leave(address)) return this.#connect(this.#connections.address);
      throw new StorageUnavailable("Could not get a PostgreSQL connection.", { cause });
    }
  }
}

const limitUnit = ({ isLong = false }: UnitOptions): number =>
  isLong ? storageLimits.postgresLongUnitMs : storageLimits.postgresUnitMs;

const isStatements = <V>(
  step: readonly Statement[] | Undo<V> | Conclusion<V>,
): step is readonly Statement[] => Array.isArray(step);

function* rowsAndChanges(statements: readonly Statement[]): Unit<readonly StatementResult[]> {
  return yield statements;
}

/** Invalidates what has changed, in every process, before it returns a cached value. */
class PostgresReadCache<T> implements ReadCache<T> {
  readonly entries: CacheEntries<T>;
  readonly #invalidateIfChanged: () => Awaitable<void>;
  readonly #read: (unit: () => Unit<T>) => Promise<T>;

  constructor(
    name: string,
    entriesMax: number,
    invalidateIfChanged: () => Awaitable<void>,
    read: (unit: () => Unit<T>) => Promise<T>,
  ) {
    this.entries = new CacheEntries(name, entriesMax);
    this.#invalidateIfChanged = invalidateIfChanged;
    this.#read = read;
  }

  read(key: readonly string[], unit: () => Unit<T>, detail = ""): Awaitable<T> {
    const group = joinKey(key);
    return andThen(this.#invalidateIfChanged(), () => {
      const known = this.entries.find(group, detail);
      return known === undefined
        ? this.entries.fill(group, detail, () => this.#read(unit))
        : known.value;
    });
  }
}
