import { setTimeout } from "node:timers/promises";
import type { Bank } from "../../bank.ts";
import type { PaymentId, WorldId } from "../../ports/ids.ts";
import { leaseMs } from "./hold-lease.ts";
import { claimInstructions, isAnyQueued } from "./outbox-store.ts";

const rowsPerTurn = 200;
const pollMs = 50;

/**
 * Delivers the queued instructions until the outbox is empty, also those of a process that crashed,
 * once their lease has expired. Those of an unfinished batch wait for that batch.
 */
export const deliverOutbox = async (
  bank: Bank,
  deliver: (paymentIds: readonly PaymentId[]) => Promise<void>,
  stopping?: AbortSignal,
): Promise<number> => {
  let delivered = 0;
  while (!stopping?.aborted) {
    const paymentIds = await bank.storage.write(() => claimInstructions(rowsPerTurn));
    if (paymentIds.length === 0) break;
    await deliver(paymentIds);
    delivered += paymentIds.length;
  }
  return delivered;
};

/**
 * Delivers until nothing of this world is queued. Waits for what another process has claimed; if
 * that has crashed, its lease expires meanwhile. What the core bank does not accept stays queued.
 */
export const deliverUntilEmpty = async (
  worldId: WorldId,
  bank: Bank,
  deliver: () => Promise<unknown>,
  stopping: AbortSignal,
): Promise<void> => {
  for (let waitedMs = 0; waitedMs <= leaseMs; waitedMs += pollMs) {
    await deliver();
    if (!(await bank.storage.read(() => isAnyQueued(worldId)))) return;
    await setTimeout(pollMs, undefined, { signal: stopping });
  }
};
