import type { Bank } from "../../bank.ts";
import type { PaymentId } from "../../ports/ids.ts";
import { claimInstructions } from "./outbox-store.ts";

const rowsPerTurn = 200;

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
    const now = bank.clock.machineNow();
    const paymentIds = await bank.storage.write(() => claimInstructions(now, rowsPerTurn));
    if (paymentIds.length === 0) break;
    await deliver(paymentIds);
    delivered += paymentIds.length;
  }
  return delivered;
};
