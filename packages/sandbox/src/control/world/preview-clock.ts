import {
  countDuePayments,
  countExpiring,
  type Expiring,
  type ListedBatch,
  listExpiring,
  type WorldId,
} from "@varde/bank";
import type { ControlResponse } from "@varde/protocol";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

const listedMax = 50;

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
  const period = { from, until };
  const everything = { from, until: Number.MAX_SAFE_INTEGER };
  const [nextExpiry] = await listExpiring(storage, worldId, everything, 1);
  return {
    now: toIso(from),
    until: toIso(until),
    batches: batches.map((batch) => ({ ...batch, dueAt: toIso(batch.dueAt) })),
    payments: last === undefined ? 0 : await countDuePayments(storage, worldId, kinds, last.dueAt),
    ...(nextExpiry !== undefined && { nextExpiry: present(nextExpiry) }),
    expiring: (await listExpiring(storage, worldId, period, listedMax)).map(present),
    expiringCount: await countExpiring(storage, worldId, period),
  };
};

const present = (one: Expiring) => ({ ...one, at: toIso(one.at) });

const toIso = (ms: number): string => new Date(ms).toISOString();
