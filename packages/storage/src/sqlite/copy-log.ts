import type { DatabaseSync } from "node:sqlite";

export interface CopyTask {
  readonly path: string;
  /** How the connection is to be set up. */
  readonly pragmas: readonly string[];
  /** First how often there was a commit, then whether it is time to end. */
  readonly shared: Int32Array;
  /** For how long commits gather before the thread looks at what they have written. */
  readonly pauseMs: number;
  /** How many pages are worth copying. */
  readonly pagesMin: number;
}

/**
 * The whole work of the thread that `Checkpoints` starts. Its source is what the thread is given,
 * so it knows nothing but its arguments: a module of its own would have every thread load what
 * strips types, which takes more memory than all the rest of it.
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
