import type { Bank } from "../bank.ts";
import { claimInstructions } from "./outbox-store.ts";

const rowsPerTurn = 200;

/**
 * Delivers what waits in the outbox, until nothing does. Runs continuously in every process: what a
 * crash left behind is taken up once its lease is over.
 */
export const deliverOutbox = async (
  bank: Bank,
  deliver: (paymentIds: readonly string[]) => Promise<void>,
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
