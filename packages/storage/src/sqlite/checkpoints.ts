import { once } from "node:events";
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { limits } from "../limits.ts";
import { type CopyTask, copyLog } from "./copy-log.ts";
import { durablePragmas } from "./durable-pragmas.ts";

/** Where the two threads share what. */
const commitCount = 0;
const isClosing = 1;

const threadSource = `
  const { workerData } = require("node:worker_threads");
  (${copyLog})(require("node:sqlite"), workerData);
`;

/**
 * SQLite copies its log into the database from time to time, as a part of some commit. That commit
 * then waits for a thousand scattered pages to reach the disk, and everyone with it. A process that
 * writes much therefore has a thread that does the copying. It holds no lock that a reader or a
 * writer waits for; what it cannot do while there is always another commit, the start of the log
 * anew, is left to a commit that finds a part of it to copy.
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
    if (this.#commits === limits.sqliteThreadCommits && maySplitCheckpoints()) this.#start();
  };

  #start(): void {
    const task: CopyTask = {
      path: this.#path,
      pragmas: durablePragmas,
      shared: this.#shared,
      pauseMs: limits.sqliteCheckpointPauseMs,
      pagesMin: limits.sqliteThreadPages,
    };
    const worker = new Worker(threadSource, { eval: true, workerData: task });
    worker.unref();
    // Without the thread, commits copy as they did before it.
    worker.once("exit", () => this.#letCommitsCopy(limits.sqliteCheckpointPages));
    worker.once("error", () => {});
    this.#letCommitsCopy(limits.sqliteLogPages);
    this.#worker = worker;
  }

  #letCommitsCopy(logPages: number): void {
    if (this.#database.isOpen) this.#database.exec(`pragma wal_autocheckpoint = ${logPages}`);
  }

  /** The connection of the thread is closed first, so that the last one takes the log away. */
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
 * Up to 3.51.2 a commit that starts the log anew while another connection copies it can lose what
 * was committed. Our own Node has a later SQLite; an older one that this package is installed for
 * may not.
 */
export const maySplitCheckpoints = (version = process.versions.sqlite ?? ""): boolean => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return major * 1_000_000 + minor * 1_000 + patch >= 3_051_003;
};
