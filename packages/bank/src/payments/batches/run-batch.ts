import { createYielder, type Unit } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { Batch } from "../../calendar/batch-times.ts";
import { forgetOldRows } from "../../operations/stored-data/forget-old-rows.ts";
import type { WorldId } from "../../ports/ids.ts";
import { collectOutcomes } from "../execute/collect-outcomes.ts";
import { deliverPayments, deliverQueued } from "../execute/deliver-payments.ts";
import { listQueued } from "../execute/outbox-store.ts";
import { giveUpPayments, timeOutPayments } from "./close-payments.ts";
import { createExecutions } from "./create-executions.ts";
import { takeFromStart, takePayments } from "./take-payments.ts";

const leftoversPerTurn = 200;

/** The reasons to end a batch before it is done. */
export interface BatchHold {
  /** Runs in each unit that takes payments. Throws if another process has taken over the batch. */
  readonly lock?: () => Unit<void>;
  /** Aborted when the process ends. */
  readonly stopping?: AbortSignal | undefined;
}

function* withoutLock(): Unit<void> {}

/**
 * Runs one batch as of its due time and returns the number of payments it took. It may stop
 * anywhere and be run again: each step takes only what is not done yet.
 */
export const runBatch = async (
  worldId: WorldId,
  batch: Batch,
  bank: Bank,
  { lock = withoutLock, stopping }: BatchHold = {},
): Promise<number> => {
  const at = batch.dueAt;
  if (batch.kind === "periodic") await createExecutions(worldId, at, bank);
  let count = await deliverLeftovers(worldId, at, bank);
  const yieldToOthers = createYielder();
  let until = takeFromStart;
  for (;;) {
    stopping?.throwIfAborted();
    const from = until;
    const step = await bank.storage.write(function* () {
      yield* lock();
      return yield* takePayments(worldId, batch, from, bank);
    });
    if (step === undefined) break;
    await yieldToOthers();
    await deliverPayments(step.taken, at, bank, yieldToOthers);
    await yieldToOthers();
    count += step.taken.length;
    until = step.until;
  }
  if (batch.kind === "payments") {
    await bank.coreBank.runClearing?.(worldId, at);
    await collectOutcomes(worldId, at, bank);
  }
  await giveUpPayments(worldId, batch, bank);
  await timeOutPayments(worldId, at, bank);
  // Once a day, when there is little traffic.
  if (batch.kind === "periodic") await forgetOldRows(worldId, at, bank);
  return count;
};

/** Delivers the payments that this batch had queued before a crash. */
const deliverLeftovers = async (worldId: WorldId, at: number, bank: Bank): Promise<number> => {
  for (let count = 0, after = ""; ; ) {
    const from = after;
    const queued = await bank.storage.read(() => listQueued(worldId, at, from, leftoversPerTurn));
    const last = queued.at(-1);
    if (last === undefined) return count;
    const ids = queued.map(({ paymentId }) => paymentId);
    await deliverQueued(ids, () => Promise.resolve(at), bank);
    count += ids.length;
    after = last.outboxId;
  }
};
