import { setTimeout } from "node:timers/promises";
import type { Bank } from "../bank.ts";
import { type BatchKey, claimBatch, doneUntil, finishBatch, renewBatch } from "./batch-store.ts";
import { type Batch, batchesAfter } from "./batch-times.ts";
import { runBatch } from "./run-batch.ts";

const renewMs = 2_000;
const pollMs = 50;

export interface DueBatchesRun {
  readonly batches: number;
  readonly payments: number;
  /** When the next batch of this world is due. */
  readonly nextAt: number;
}

/**
 * Runs every batch of a world that is due by an instant and not done, in order, each as if the
 * world's clock stood at its time. Each is run once whoever else tries; one that another process
 * works on is waited for, or, if asked, left to it with all that follow.
 */
export const runDueBatches = async (
  worldId: string,
  untilMs: number,
  bank: Bank,
  whenTaken: "wait" | "leave" = "wait",
): Promise<DueBatchesRun> => {
  const key = await batchKey(worldId, bank);
  const after = await bank.storage.write(() => doneUntil(key, untilMs));
  const total = { batches: 0, payments: 0 };
  for (const batch of batchesAfter(bank.configuration.batchTimes, after)) {
    if (batch.dueAt > untilMs) return { ...total, nextAt: batch.dueAt };
    const payments = await runOnce(key, batch, bank, whenTaken);
    if (payments === "taken") return { ...total, nextAt: batch.dueAt };
    if (payments === "done") continue;
    total.batches += 1;
    total.payments += payments;
  }
  throw new Error("there is always a next batch");
};

/** Runs a batch outside the timetable, which takes all that is signed by now. */
export const runExtraBatch = async (worldId: string, bank: Bank): Promise<number> => {
  const now = await bank.clock.now(worldId);
  return runBatch(worldId, { kind: "payments", dueAt: now, cutOffAt: now }, () => true, bank);
};

const batchKey = async (worldId: string, bank: Bank): Promise<BatchKey> => ({
  worldId,
  epoch: (await bank.clock.epoch?.(worldId)) ?? 0,
});

const runOnce = async (
  key: BatchKey,
  batch: Batch,
  bank: Bank,
  whenTaken: "wait" | "leave",
): Promise<number | "done" | "taken"> => {
  const owner = bank.ids.newId();
  for (;;) {
    const now = bank.clock.machineNow();
    const claim = await bank.storage.write(() => claimBatch(key, batch, owner, now));
    if (claim === "done" || (claim === "taken" && whenTaken === "leave")) return claim;
    if (claim === "mine") break;
    await setTimeout(pollMs);
  }
  const lease = holdLease(key, owner, bank);
  try {
    const taken = await runBatch(key.worldId, batch, lease.isMine, bank);
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
