import { createYielder, type WorldId } from "@varde/storage";
import type { LedgerParts } from "../ledger-parts.ts";
import { returnPayments } from "./return-payments.ts";
import { settlePayments } from "./settle-payments.ts";

export interface ClearingRun {
  readonly booked: number;
  readonly rejected: number;
  readonly returned: number;
}

/**
 * Settles every payment of the world that is due, in units small enough that other work can run in
 * between. It may run at any time, in any number of processes, and again after a crash.
 */
export async function runClearing(
  { storage, ids }: LedgerParts,
  worldId: WorldId,
  at: bigint,
): Promise<ClearingRun> {
  const total = { booked: 0, rejected: 0, returned: 0 };
  const yieldToOthers = createYielder();
  for (;;) {
    const settled = await storage.write(() => settlePayments(worldId, ids.newId(), at));
    if (settled.booked + settled.rejected === 0) break;
    total.booked += settled.booked;
    total.rejected += settled.rejected;
    await yieldToOthers();
  }
  for (;;) {
    const returned = await storage.write(() => returnPayments(worldId, ids.newId(), at));
    if (returned === 0) break;
    total.returned += returned;
    await yieldToOthers();
  }
  return total;
}
