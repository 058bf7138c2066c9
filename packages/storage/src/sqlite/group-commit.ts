import type { DatabaseSync, StatementSync } from "node:sqlite";
import { StatementFailed, StorageUnavailable } from "../storage.ts";
import { storageLimits } from "../storage-limits.ts";
import { runUnit } from "../units/run-unit.ts";
import { Undo, type Unit } from "../units/unit.ts";
import { type SqliteFault, sqliteFault } from "./sqlite-fault.ts";
import type { SqliteStatements } from "./sqlite-statements.ts";

/** A unit and the caller that waits for it, who gets the outcome after the commit. */
interface Waiting {
  readonly unit: () => Unit<unknown, unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
  outcome: unknown;
  hasThrown: boolean;
}

type Control =
  | "begin immediate"
  | "rollback"
  | "savepoint unit"
  | "release unit"
  | "rollback to unit"
  | "commit";

export interface GroupCommitOptions {
  readonly waitingUnitsMax: number;
  readonly batchMs: number;
  readonly fullDiskPausesMs: readonly number[];
  /** Called when the file can no longer be trusted. Nothing is written after that. */
  readonly onFatal: (error: Error) => void;
  /** Called when a batch was refused, for example because the disk is full. */
  readonly onRefused?: () => void;
  /** Called before every batch, to end any open transaction of the connection. */
  readonly beforeBatch?: () => void;
  /** Called after every commit, before its callers get their results. */
  readonly onCommit?: () => void;
  /** Called for every unit whose outcome is durable, with the time since the call. */
  readonly onWritten?: (ms: number) => void;
}

export const groupCommitDefaults = {
  waitingUnitsMax: storageLimits.waitingUnitsMax,
  batchMs: storageLimits.sqliteBatchMs,
  fullDiskPausesMs: storageLimits.sqliteFullDiskPausesMs,
};

/**
 * Writes in batches. The waiting units run in one transaction, in one synchronous turn, and their
 * callers get their results after its single commit, so that all share one wait for the disk. When
 * one of them undoes or throws, all run again, each in a savepoint of its own.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #statements: SqliteStatements;
  readonly #options: GroupCommitOptions;
  readonly #controls = new Map<Control, StatementSync>();
  #waiting: Waiting[] = [];
  #isScheduled = false;
  #isWriting = false;
  #fullDiskCount = 0;
  #commits = 0;
  #closed: StorageUnavailable | undefined;
  #onEmpty: (() => void) | undefined;

  constructor(database: DatabaseSync, statements: SqliteStatements, options: GroupCommitOptions) {
    this.#database = database;
    this.#statements = statements;
    this.#options = options;
  }

  write<T, V>(unit: () => Unit<T, V>): Promise<T | V> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    if (this.#waiting.length >= this.#options.waitingUnitsMax) {
      return Promise.reject(new StorageUnavailable("Too many units are waiting to be written."));
    }
    return new Promise<T | V>((resolve, reject) => {
      this.#waiting.push({
        unit,
        resolve: resolve as (value: unknown) => void,
        reject,
        since: performance.now(),
        outcome: undefined,
        hasThrown: false,
      });
      this.#schedule();
    });
  }

  get unitsWaiting(): number {
    return this.#waiting.length;
  }

  /** The number of committed batches. */
  get commits(): number {
    return this.#commits;
  }

  /** Whether a batch is being written in this turn. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** Refuses further units and resolves when the waiting ones are done. */
  async close(): Promise<void> {
    this.#closed ??= new StorageUnavailable("The storage is closed.");
    if (this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  /** Runs after the input of this turn, so that all requests that arrive in it share the commit. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#runBatch);
  }

  readonly #runBatch = (): void => {
    this.#isScheduled = false;
    const taken: Waiting[] = [];
    this.#isWriting = true;
    try {
      this.#options.beforeBatch?.();
      this.#control("begin immediate");
      this.#runUnits(taken);
      this.#control("commit");
    } catch (error) {
      // If the transaction did not even begin, all waiting units share the outcome.
      this.#batchFailed(taken.length > 0 ? taken : this.#waiting.splice(0), error);
      return;
    } finally {
      this.#isWriting = false;
    }
    this.#fullDiskCount = 0;
    this.#commits += 1;
    this.#options.onCommit?.();
    const now = performance.now();
    for (const { hasThrown, outcome, resolve, reject, since } of taken) {
      this.#options.onWritten?.(now - since);
      if (hasThrown) reject(outcome);
      else resolve(outcome);
    }
    this.#continue();
  };

  #runUnits(taken: Waiting[]): void {
    const end = performance.now() + this.#options.batchMs;
    const waiting = this.#waiting;
    let hasFailed = false;
    try {
      for (const each of waiting) {
        taken.push(each);
        if (hasFailed) this.#runInSavepoint(each);
        else if (!this.#runInBatch(each)) {
          hasFailed = true;
          this.#runAgain(taken);
        }
        if (performance.now() >= end) break;
      }
    } finally {
      // Reuses the list: an old one, once the collector has moved it to the old generation, would
      // retain everything that was ever in it.
      waiting.splice(0, taken.length);
    }
  }

  /**
   * Runs a unit without a savepoint of its own, because most units neither undo nor throw. Returns
   * false if this one did: then everything the batch has done so far must be undone.
   */
  #runInBatch(waiting: Waiting): boolean {
    try {
      const value = runUnit(waiting.unit, this.#statements.run);
      waiting.outcome = value;
      waiting.hasThrown = false;
      return !(value instanceof Undo);
    } catch (error) {
      this.#throwIfBatchFailed(error);
      return false;
    }
  }

  /** Undoes the batch and runs its units again, each in a savepoint that can be undone alone. */
  #runAgain(taken: readonly Waiting[]): void {
    this.#control("rollback");
    this.#control("begin immediate");
    for (const each of taken) this.#runInSavepoint(each);
  }

  #throwIfBatchFailed(error: unknown): void {
    if (error instanceof StatementFailed && sqliteFault(error.cause) !== "refused") throw error;
    if (!this.#database.isTransaction) throw error;
  }

  /** Throws only errors that concern the whole batch. */
  #runInSavepoint(waiting: Waiting): void {
    this.#control("savepoint unit");
    try {
      const value = runUnit(waiting.unit, this.#statements.run);
      if (value instanceof Undo) this.#control("rollback to unit");
      waiting.outcome = value instanceof Undo ? value.value : value;
      waiting.hasThrown = false;
    } catch (error) {
      this.#throwIfBatchFailed(error);
      this.#control("rollback to unit");
      waiting.outcome = error;
      waiting.hasThrown = true;
    }
    this.#control("release unit");
  }

  #batchFailed(taken: readonly Waiting[], error: unknown): void {
    const cause = error instanceof StatementFailed ? error.cause : error;
    const fault = sqliteFault(cause);
    const pauseMs = this.#options.fullDiskPausesMs[this.#fullDiskCount];
    if (!this.#rollBack() || fault === "broken") {
      this.#break(taken, cause);
    } else if (fault === "full" && pauseMs !== undefined) {
      this.#fullDiskCount += 1;
      this.#waiting = [...taken, ...this.#waiting];
      this.#isScheduled = true;
      setTimeout(this.#runBatch, pauseMs);
    } else {
      this.#fullDiskCount = 0;
      this.#options.onRefused?.();
      refuseAll(taken, unavailable(fault, cause));
      this.#continue();
    }
  }

  /** Rolls back unless SQLite has done so itself, and returns whether that worked. */
  #rollBack(): boolean {
    try {
      if (this.#database.isTransaction) this.#database.exec("rollback");
      return !this.#database.isTransaction;
    } catch {
      return false;
    }
  }

  #break(taken: readonly Waiting[], cause: unknown): void {
    const refusal = unavailable("broken", cause);
    this.#closed = refusal;
    const waiting = this.#waiting;
    this.#waiting = [];
    refuseAll(taken, refusal);
    refuseAll(waiting, refusal);
    this.#continue();
    this.#options.onFatal(cause instanceof Error ? cause : refusal);
  }

  #continue(): void {
    if (this.#waiting.length > 0) this.#schedule();
    else this.#onEmpty?.();
  }

  #control(text: Control): void {
    let statement = this.#controls.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#controls.set(text, statement);
    }
    statement.run();
  }
}

function refuseAll(refused: readonly Waiting[], refusal: StorageUnavailable): void {
  for (const waiting of refused) waiting.reject(refusal);
}

function unavailable(fault: SqliteFault, cause: unknown): StorageUnavailable {
  const message =
    fault === "full" ? "The disk is full." : "The batch this unit was part of was not committed.";
  return new StorageUnavailable(message, { cause });
}
