import { once } from "node:events";
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { storageLimits } from "../storage-limits.ts";

/** Settings that bring every commit to the disk, also on macOS, where a plain sync does not. */
export const durablePragmas: readonly string[] = [
  "pragma synchronous = full",
  ...(process.platform === "darwin"
    ? ["pragma fullfsync = on", "pragma checkpoint_fullfsync = on"]
    : []),
];

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
    if (this.#commits !== storageLimits.sqliteThreadCommits) return;
    this.#database.exec(`pragma cache_size = -${storageLimits.sqliteBusyCacheKib}`);
    if (maySplitCheckpoints()) this.#start();
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

interface CopyTask {
  readonly path: string;
  /** Settings of the connection. */
  readonly pragmas: readonly string[];
  /** First the number of commits, then whether the thread must end. */
  readonly shared: Int32Array;
  /** How long to wait after a commit, so that several are copied together. */
  readonly pauseMs: number;
  /** The number of pages from which copying is worth while. */
  readonly pagesMin: number;
}

/**
 * Runs in the thread that `Checkpoints` starts. The thread gets the source of this function, so it
 * can use nothing but its arguments. As a module, every thread would load the code that strips
 * types, which needs more memory than everything else in it.
 */
function copyLog(
  sqlite: { readonly DatabaseSync: typeof DatabaseSync },
  { path, pragmas, shared, pauseMs, pagesMin }: CopyTask,
): void {
  const commits = 0;
  const closing = 1;
  const database = new sqlite.DatabaseSync(path, { timeout: 0 });
  for (const pragma of pragmas) database.exec(pragma);
  const look = database.prepare("pragma wal_checkpoint(noop)");
  const copy = database.prepare("pragma wal_checkpoint(passive)");
  for (let seen = 0; Atomics.load(shared, closing) === 0; ) {
    Atomics.wait(shared, commits, seen);
    Atomics.wait(shared, closing, 0, pauseMs);
    seen = Atomics.load(shared, commits);
    const { log, checkpointed } = look.get() as { log: number; checkpointed: number };
    if (log - checkpointed >= pagesMin) copy.get();
  }
  database.close();
}
