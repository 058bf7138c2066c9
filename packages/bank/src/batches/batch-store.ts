import { one, run, sql, type Unit } from "@varde/storage";
import type { Batch } from "../calendar/batch-times.ts";
import { outboxLeaseMs } from "../outbox/outbox-store.ts";

/** A batch is named by its world, the epoch of the world's clock, and its instant. */
export interface BatchKey {
  readonly worldId: string;
  readonly epoch: number;
}

/** How long a batch belongs to who runs it without a sign of life (machine time). */
const batchLeaseMs = 10_000;

/**
 * Takes a batch for one run of it. "mine": nobody had begun it, or whoever had is gone. "done": it
 * has been run. "taken": another runs it now.
 */
export function* claimBatch(
  key: BatchKey,
  batch: Batch,
  owner: string,
  machineNow: number,
): Unit<"mine" | "done" | "taken"> {
  const { worldId, epoch } = key;
  const [claimed] = yield* run(
    sql`insert into batch (world_id, epoch, due_at, kind, state, owner, claimed_until, taken,
        started_at)
      values (${worldId}, ${epoch}, ${batch.dueAt}, ${batch.kind}, 'running', ${owner},
        ${machineNow + batchLeaseMs}, 0, ${machineNow})
      on conflict (world_id, epoch, due_at) do update
        set owner = excluded.owner, claimed_until = excluded.claimed_until
        where batch.state = 'running' and batch.claimed_until <= ${machineNow}`,
  );
  if (claimed === 1n) return "mine";
  const row = yield* one<{ state: string }>(
    sql`select state from batch
      where world_id = ${worldId} and epoch = ${epoch} and due_at = ${batch.dueAt}`,
  );
  return row?.state === "done" ? "done" : "taken";
}

/** A sign of life; false when the batch has passed to another meanwhile. */
export function* renewBatch(owner: string, key: BatchKey, machineNow: number): Unit<boolean> {
  const [renewed] = yield* run(
    sql`update batch set claimed_until = ${machineNow + batchLeaseMs}
      where world_id = ${key.worldId} and epoch = ${key.epoch} and owner = ${owner}
        and state = 'running'`,
  );
  return renewed === 1n;
}

export function* finishBatch(
  owner: string,
  key: BatchKey,
  taken: number,
  machineNow: number,
): Unit<void> {
  yield* run(
    sql`update batch set state = 'done', taken = ${taken}, finished_at = ${machineNow}
      where world_id = ${key.worldId} and epoch = ${key.epoch} and owner = ${owner}
        and state = 'running'`,
  );
}

/** A world whose batches are counted from a little before it was first looked at. */
const overlapMs = 60 * 60_000;

/**
 * The instant up to which every batch of this epoch is done. The first look at a world counts from
 * a little earlier, since a payment may have been signed before anyone looked; a clock that was set
 * back counts from where it was set.
 */
export function* doneUntil(key: BatchKey, now: number): Unit<number> {
  const { worldId, epoch } = key;
  const known = yield* lastDone(key);
  if (known !== undefined) return known;
  const other = yield* one(sql`select epoch from batch where world_id = ${worldId} limit 1`);
  const from = other === undefined ? now - overlapMs : now;
  yield* run(
    sql`insert into batch (world_id, epoch, due_at, kind, state, owner, claimed_until, taken,
        started_at)
      values (${worldId}, ${epoch}, ${from}, 'start', 'done', '', 0, 0, ${now})
      on conflict (world_id, epoch, due_at) do nothing`,
  );
  return (yield* lastDone(key)) ?? from;
}

function* lastDone({ worldId, epoch }: BatchKey): Unit<number | undefined> {
  const row = yield* one<{ due_at: bigint }>(
    sql`select due_at from batch
      where world_id = ${worldId} and epoch = ${epoch} and state = 'done'
      order by due_at desc limit 1`,
  );
  return row === undefined ? undefined : Number(row.due_at);
}

/** Where only one process can be, what was claimed before its start was left by a crash. */
export function* releaseLeases(startedAt: number): Unit<void> {
  const batchesUntil = startedAt + batchLeaseMs;
  const outboxUntil = startedAt + outboxLeaseMs;
  yield* run(
    sql`update batch set claimed_until = 0
      where state = 'running' and claimed_until <= ${batchesUntil}`,
    sql`update outbox set claimed_until = 0 where claimed_until <= ${outboxUntil}`,
  );
}
