import { setTimeout } from "node:timers/promises";
import type { Bank } from "../bank.ts";
import { type Batch, batchesAfter } from "../calendar/batch-times.ts";
import { type BatchKey, claimBatch, doneUntil, finishBatch, renewBatch } from "./batch-store.ts";
import { runBatch } from "./run-batch.ts";
import { readTime, type WorldTime } from "./world-time.ts";

const renewMs = 2_000;
const pollMs = 50;

export interface DueBatchesRun {
  readonly batches: number;
  readonly payments: number;
  /** When the next batch of this world is due, in this epoch of its clock. */
  readonly nextAt: number;
  readonly epoch: number;
}

/** How far a run of batches goes; left out, to its end. */
export interface BatchPace {
  /** What becomes of a batch that another process works on, and of all that follow. */
  readonly whenTaken?: "wait" | "leave";
  readonly batchesMax?: number;
  /** Told when the process ends: the rest, even of a long batch, is left, with an AbortError. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Runs every batch of a world that is due by its clock and not done, in order, each as if the clock
 * stood at its time. Each is run once whoever else tries.
 */
export const runDueBatches = async (
  worldId: string,
  bank: Bank,
  pace: BatchPace = {},
): Promise<DueBatchesRun> => {
  let batches = 0;
  let payments = 0;
  for (;;) {
    const time = await readTime(worldId, bank);
    const { batchesMax = Number.POSITIVE_INFINITY } = pace;
    const left = { ...pace, batchesMax: batchesMax - batches };
    const run = await runUntil(worldId, time, bank, left);
    batches += run.batches;
    payments += run.payments;
    if (run.nextAt !== undefined) {
      return { batches, payments, nextAt: run.nextAt, epoch: time.epoch };
    }
  }
};

/** Without a next one when the time is another by now, and what is due has to be asked anew. */
const runUntil = async (
  worldId: string,
  { now, epoch }: WorldTime,
  bank: Bank,
  pace: BatchPace,
): Promise<{ batches: number; payments: number; nextAt: number | undefined }> => {
  const key = { worldId, epoch };
  const after = await bank.storage.write(() => doneUntil(key, now));
  const total = { batches: 0, payments: 0 };
  for (const batch of batchesAfter(bank.configuration.batchTimes, after)) {
    const isOver = total.batches === pace.batchesMax || pace.stopping?.aborted;
    if (isOver || batch.dueAt > now) return { ...total, nextAt: batch.dueAt };
    if (!(await isStillDue(batch, key, bank))) return { ...total, nextAt: undefined };
    const payments = await runOnce(key, batch, bank, pace);
    if (payments === "taken") return { ...total, nextAt: batch.dueAt };
    if (payments === "done") continue;
    total.batches += 1;
    total.payments += payments;
  }
  throw new Error("there is always a next batch");
};

/** The future of a clock that was set back since then, or of a world that was, is not run. */
const isStillDue = async (batch: Batch, key: BatchKey, bank: Bank): Promise<boolean> => {
  const { now, epoch } = await readTime(key.worldId, bank);
  return epoch === key.epoch && batch.dueAt <= now;
};

/** Runs a batch outside the timetable, which takes all that is signed by now. */
export const runExtraBatch = async (worldId: string, bank: Bank): Promise<number> => {
  const now = await bank.clock.now(worldId);
  return runBatch(worldId, { kind: "payments", dueAt: now, cutOffAt: now }, () => true, bank);
};

const runOnce = async (
  key: BatchKey,
  batch: Batch,
  bank: Bank,
  { whenTaken = "wait", stopping }: BatchPace,
): Promise<number | "done" | "taken"> => {
  const owner = bank.ids.newId();
  for (;;) {
    const now = bank.clock.machineNow();
    const claim = await bank.storage.write(() => claimBatch(key, batch, owner, now));
    if (claim === "done" || (claim === "taken" && whenTaken === "leave")) return claim;
    if (claim === "mine") break;
    await setTimeout(pollMs, undefined, { signal: stopping });
  }
  const lease = holdLease(key, owner, bank);
  try {
    const isMine = () => {
      stopping?.throwIfAborted();
      return lease.isMine();
    };
    const taken = await runBatch(key.worldId, batch, isMine, bank);
    const now = bank.clock.machineNow();
    await bank.storage.write(() => finishBatch(owner, key, taken, now));
    return taken;
  } finally {
    lease.letGo();
  }
};

/** Gives signs of life for as long as the batch runs, and learns from them if it is lost. */
const holdLease = (key: BatchKey, owner: string, bank: Bank) => {
  let isMine = true;
  const timer = setInterval(() => {
    const now = bank.clock.machineNow();
    bank.storage
      .write(() => renewBatch(owner, key, now))
      .then((isRenewed) => {
        isMine &&= isRenewed;
      })
      .catch((error: unknown) => bank.log.warn({ err: error }, "a batch could not be renewed"));
  }, renewMs);
  timer.unref();
  return { isMine: () => isMine, letGo: () => clearInterval(timer) };
};
