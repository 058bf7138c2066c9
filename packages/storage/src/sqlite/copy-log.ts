import type { DatabaseSync } from "node:sqlite";

export interface CopyTask {
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
export function copyLog(
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
