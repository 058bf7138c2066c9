import { all, type Storage, sql } from "@varde/storage";
import { type BatchTimes, batchesAfter } from "../../calendar/batch-times.ts";
import type { WorldId } from "../../ports/ids.ts";

/** A batch of a world, past or planned. */
export interface ListedBatch {
  readonly kind: string;
  readonly dueAt: number;
  readonly state: "done" | "running" | "planned";
  /** Number of payments it took. */
  readonly taken: number;
}

/** Lists the latest and the next batches of a world, oldest first. */
export const listBatches = async (
  storage: Storage,
  worldId: WorldId,
  from: { readonly now: number; readonly epoch: number; readonly times: BatchTimes },
  limit: number,
): Promise<readonly ListedBatch[]> => {
  const rows = await storage.read(() =>
    all<{ kind: string; due_at: bigint; state: "done" | "running"; taken: bigint }>(
      sql`select kind, due_at, state, taken from batch
        where world_id = ${worldId} and epoch = ${from.epoch} and kind <> 'start'
        order by due_at desc limit ${limit}`,
    ),
  );
  const ran = rows.toReversed().map((row) => ({
    kind: row.kind,
    dueAt: Number(row.due_at),
    state: row.state,
    taken: Number(row.taken),
  }));
  const planned = batchesAfter(from.times, from.now)
    .take(limit)
    .map(({ kind, dueAt }) => ({ kind, dueAt, state: "planned", taken: 0 }) as const);
  return [...ran, ...planned];
};
