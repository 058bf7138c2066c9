import type { Bank } from "../bank.ts";
import { collectOutcomes } from "../payments/collect-outcomes.ts";
import { deliverPayments } from "../payments/deliver-payments.ts";
import type { Batch } from "./batch-times.ts";
import { giveUpPayments, timeOutPayments } from "./close-payments.ts";
import { createExecutions } from "./create-executions.ts";
import { fromTheFirst, takePayments } from "./take-payments.ts";

/** Thrown when another process has taken the batch over, after this one stood still for too long. */
export class BatchIsLost extends Error {}

/**
 * The work of one batch, with the world's time standing at its instant. It may end anywhere and be
 * run again: every step takes only what it finds undone. Answers how many payments it took.
 */
export const runBatch = async (
  worldId: string,
  batch: Batch,
  isMine: () => boolean,
  bank: Bank,
): Promise<number> => {
  const at = batch.dueAt;
  if (batch.kind === "periodic") await createExecutions(worldId, at, bank);
  let count = 0;
  let until = fromTheFirst;
  for (;;) {
    if (!isMine()) throw new BatchIsLost("the batch has passed to another process");
    const from = until;
    const step = await bank.storage.write(() => takePayments(worldId, batch, from, bank));
    if (step === undefined) break;
    await deliverPayments(step.taken, at, bank);
    count += step.taken.length;
    until = step.until;
  }
  if (batch.kind === "payments") {
    await bank.coreBank.runClearing?.(worldId, at);
    await collectOutcomes(worldId, at, bank);
  }
  await giveUpPayments(worldId, batch, bank);
  await timeOutPayments(worldId, at, bank);
  return count;
};
