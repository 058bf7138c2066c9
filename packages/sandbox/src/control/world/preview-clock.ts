import { countDuePayments, type ListedBatch, listExpiring, type WorldId } from "@varde/bank";
import type { ControlResponse } from "@varde/protocol";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

/** Lists what happens until a time of the world's clock, without moving the clock. */
export const previewClock = async (
  { storage }: ControlledSandbox,
  worldId: WorldId,
  planned: readonly ListedBatch[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<ControlResponse<"previewClock">> => {
  const batches = planned.filter(({ dueAt }) => dueAt <= until);
  const last = batches.at(-1);
  const kinds = [...new Set(batches.map(({ kind }) => kind))];
  const all = await listExpiring(storage, worldId, { from, until: Number.MAX_SAFE_INTEGER });
  const expiring = all.map((one) => ({ ...one, at: toIso(one.at) }));
  const [nextExpiry] = expiring;
  return {
    now: toIso(from),
    until: toIso(until),
    batches: batches.map((batch) => ({ ...batch, dueAt: toIso(batch.dueAt) })),
    payments: last === undefined ? 0 : await countDuePayments(storage, worldId, kinds, last.dueAt),
    ...(nextExpiry !== undefined && { nextExpiry }),
    expiring: expiring.filter(({ at }) => at <= toIso(until)),
  };
};

const toIso = (ms: number): string => new Date(ms).toISOString();
