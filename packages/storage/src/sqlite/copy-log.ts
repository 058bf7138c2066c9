import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";
import { limits } from "../limits.ts";
import { type CheckpointTask, commitCount, isClosing } from "./checkpoints.ts";
import { makeDurable } from "./make-durable.ts";

/** The whole work of the thread that `Checkpoints` starts: to copy the log until told to end. */
export const copyLog = ({ path, shared }: CheckpointTask): void => {
  const database = new DatabaseSync(path, { timeout: 0 });
  makeDurable(database);
  const look = database.prepare("pragma wal_checkpoint(noop)");
  const copy = database.prepare("pragma wal_checkpoint(passive)");
  for (let seen = 0; Atomics.load(shared, isClosing) === 0; ) {
    Atomics.wait(shared, commitCount, seen);
    // Commits gather before the thread looks at what they have written.
    Atomics.wait(shared, isClosing, 0, limits.sqliteCheckpointPauseMs);
    seen = Atomics.load(shared, commitCount);
    const { log, checkpointed } = look.get() as { log: number; checkpointed: number };
    if (log - checkpointed >= limits.sqliteCheckpointPages) copy.get();
  }
  database.close();
};

copyLog(workerData as CheckpointTask);
