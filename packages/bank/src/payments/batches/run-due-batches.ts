import { setTimeout } from "node:timers/promises";
import type { Bank } from "../../bank.ts";
import { type Batch, batchesAfter } from "../../calendar/batch-times.ts";
import { readWorldTime, type WorldTime } from "../../ports/clock.ts";
import type { WorldId } from "../../ports/ids.ts";
import { whileLeased } from "../execute/hold-lease.ts";
import {
  type BatchKey,
  BatchLost,
  claimBatch,
  doneUntil,
  finishBatch,
  lockBatch,
  renewBatch,
} from "./batch-store.ts";
import { runBatch } from "./run-batch.ts";

const pollMs = 50;

export interface DueBatchesRun {
  readonly batches: number;
  readonly payments: number;
  /** When the next batch of this world is due, in this epoch of its clock. */
  readonly nextAt: number;
  readonly epoch: number;
}

/** Limits of a run of batches; by default there are none. */
export interface BatchPace {
  /** Whether to wait for a batch that another process is running, or to stop there. */
  readonly whenTaken?: "wait" | "leave";
  readonly batchesMax?: number;
  /** Aborted when the process ends: the run stops with an AbortError, even within a batch. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Runs every due and unfinished batch of a world in order, each as if the clock showed its time. A
 * batch runs only once, even if several processes try.
 */
export const runDueBatches = async (
  worldId: WorldId,
  bank: Bank,
  pace: BatchPace = {},
): Promise<DueBatchesRun> => {
  let batches = 0;
  let payments = 0;
  for (;;) {
    const time = await readWorldTime(worldId, bank.clock);
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

/**
 * Runs the batches due at this time. `nextAt` is undefined if the clock changed, so that the caller
 * must read the time again.
 */
const runUntil = async (
  worldId: WorldId,
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
    if (payments === "gone") return { ...total, nextAt: undefined };
    if (payments === "done") continue;
    total.batches += 1;
    total.payments += payments;
  }
  throw new Error("there is always a next batch");
};

/** False if the clock or the world was set back and the batch is in the future again. */
const isStillDue = async (batch: Batch, key: BatchKey, bank: Bank): Promise<boolean> => {
  const { now, epoch } = await readWorldTime(key.worldId, bank.clock);
  return epoch === key.epoch && batch.dueAt <= now;
};

/** Runs a batch outside the schedule, with all payments signed by now. */
export const runExtraBatch = async (worldId: WorldId, bank: Bank): Promise<number> => {
  const now = await bank.clock.now(worldId);
  return runBatch(worldId, { kind: "payments", dueAt: now, cutOffAt: now }, bank);
};

const runOnce = async (
  key: BatchKey,
  batch: Batch,
  bank: Bank,
  { whenTaken = "wait", stopping }: BatchPace,
): Promise<number | "done" | "taken" | "gone"> => {
  const owner = bank.ids.newId();
  for (;;) {
    const claim = await bank.storage.write(() => claimBatch(key, batch, owner));
    if (claim === "done" || (claim === "taken" && whenTaken === "leave")) return claim;
    if (claim === "mine") break;
    await setTimeout(pollMs, undefined, { signal: stopping });
  }
  const claimed = { ...key, dueAt: batch.dueAt, owner };
  const renew = () => bank.storage.write(() => renewBatch(claimed));
  const runClaimed = async () => {
    const lock = () => lockBatch(claimed);
    const taken = await runBatch(key.worldId, batch, bank, { lock, stopping });
    await bank.storage.write(() => finishBatch(claimed, taken));
    return taken;
  };
  try {
    return await whileLeased(renew, runClaimed, bank);
  } catch (error) {
    // Nobody has taken over a batch that is gone because its world was restored.
    if (error instanceof BatchLost && !(await isStillDue(batch, key, bank))) return "gone";
    throw error;
  }
};
