import { once } from "node:events";
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { storageLimits } from "../storage-limits.ts";
import { type CopyTask, copyLog } from "./copy-log.ts";
import { durablePragmas } from "./durable-pragmas.ts";

/** Positions in the memory that the two threads share. */
const commitCount = 0;
const isClosing = 1;

const threadSource = `
  const { workerData } = require("node:worker_threads");
  (${copyLog})(require("node:sqlite"), workerData);
`;

/**
 * Runs checkpoints in a thread. By default SQLite copies its log into the database as part of some
 * commit, which then waits for a thousand scattered pages to reach the disk, and every caller waits
 * with it. A process that writes much therefore leaves the copying to a thread, which holds no lock
 * that a reader or writer waits for. The thread cannot restart the log while commits keep coming:
 * a commit does that, when it finds that the log has grown too long.
 */
export class Checkpoints {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #shared = new Int32Array(new SharedArrayBuffer(8));
  #commits = 0;
  #worker: Worker | undefined;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  readonly committed = (): void => {
    if (this.#worker !== undefined) {
      Atomics.add(this.#shared, commitCount, 1);
      Atomics.notify(this.#shared, commitCount);
      return;
    }
    this.#commits += 1;
    if (this.#commits === storageLimits.sqliteThreadCommits && maySplitCheckpoints()) this.#start();
  };

  #start(): void {
    const task: CopyTask = {
      path: this.#path,
      pragmas: durablePragmas,
      shared: this.#shared,
      pauseMs: storageLimits.sqliteCheckpointPauseMs,
      pagesMin: storageLimits.sqliteThreadPages,
    };
    const worker = new Worker(threadSource, { eval: true, workerData: task });
    worker.unref();
    // Without the thread, commits run checkpoints again.
    worker.once("exit", () => this.#setAutoCheckpoint(storageLimits.sqliteCheckpointPages));
    worker.once("error", () => {});
    this.#setAutoCheckpoint(storageLimits.sqliteLogPages);
    this.#worker = worker;
  }

  #setAutoCheckpoint(logPages: number): void {
    if (this.#database.isOpen) this.#database.exec(`pragma wal_autocheckpoint = ${logPages}`);
  }

  /** Ends the thread first, so that the last connection to close deletes the log. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined || worker.threadId === -1) return;
    const ended = once(worker, "exit");
    worker.ref();
    Atomics.store(this.#shared, isClosing, 1);
    Atomics.add(this.#shared, commitCount, 1);
    Atomics.notify(this.#shared, commitCount);
    Atomics.notify(this.#shared, isClosing);
    await ended;
  }
}

/**
 * Returns whether the thread is safe. Up to SQLite 3.51.2 a commit that restarts the log while
 * another connection copies it can lose committed data. Our own Node has a later version; an older
 * Node that this package is installed for may not.
 */
export const maySplitCheckpoints = (version = process.versions.sqlite ?? ""): boolean => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return major * 1_000_000 + minor * 1_000 + patch >= 3_051_003;
};
