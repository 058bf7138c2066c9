import {
  forUpdate,
  integer,
  one,
  optional,
  run,
  sql,
  table,
  text,
  type Unit,
} from "@varde/storage";
import type { Batch } from "../../calendar/batch-times.ts";
import type { WorldId } from "../../ports/ids.ts";
import { outboxLeaseMs } from "../execute/outbox-store.ts";

/**
 * The world of a batch and the epoch of the world's clock; with the due time they identify a batch.
 */
export interface BatchKey {
  readonly worldId: WorldId;
  readonly epoch: number;
}

const batchTable = table("batch", {
  worldId: text<WorldId>(),
  epoch: integer,
  dueAt: integer,
  kind: text<Batch["kind"] | "start">(),
  state: text<"running" | "done">(),
  owner: text(),
  claimedUntil: integer,
  taken: integer,
  startedAt: integer,
  finishedAt: optional(integer),
});

const unclaimed = { owner: "", claimedUntil: 0, taken: 0, finishedAt: undefined };

/** Lease of the process that runs a batch, in machine time. */
const batchLeaseMs = 10_000;

/**
 * Claims a batch. "mine": it was not started, or its lease has expired. "done": it has been run.
 * "taken": another process is running it.
 */
export function* claimBatch(
  key: BatchKey,
  batch: Batch,
  owner: string,
  machineNow: number,
): Unit<"mine" | "done" | "taken"> {
  const { worldId, epoch } = key;
  const [claimed] = yield* run(
    sql`${batchTable.insert({
      ...unclaimed,
      ...key,
      ...batch,
      state: "running",
      owner,
      claimedUntil: machineNow + batchLeaseMs,
      startedAt: machineNow,
    })} on conflict (world_id, epoch, due_at) do update
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

/** Renews the lease. Returns false if another process has taken over the batch. */
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

/** How long before the first look at a world its batches start to count. */
const overlapMs = 60 * 60_000;

/**
 * Returns the instant up to which every batch of this epoch is done. For a new world that is a
 * little before now, since a payment may have been signed before the first look. After a clock was
 * set back it is the time to which it was set. Stores it unless the world was deleted since the
 * caller saw it.
 */
export function* doneUntil(key: BatchKey, now: number): Unit<number> {
  const known = yield* lastDone(key);
  if (known !== undefined) return known;
  const other = yield* one(sql`select epoch from batch where world_id = ${key.worldId} limit 1`);
  const from = other === undefined ? now - overlapMs : now;
  const tpp = yield* one(
    sql`select tpp_id from tpp where world_id = ${key.worldId} limit 1 ${forUpdate}`,
  );
  if (tpp === undefined) return from;
  yield* run(
    sql`${batchTable.insert({
      ...unclaimed,
      ...key,
      dueAt: from,
      kind: "start",
      state: "done",
      startedAt: now,
    })} on conflict (world_id, epoch, due_at) do nothing`,
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

/**
 * Releases the leases from before the start. Only for SQLite, where there is one process, so that a
 * crash must have left them.
 */
export function* releaseLeases(startedAt: number): Unit<void> {
  const batchesUntil = startedAt + batchLeaseMs;
  const outboxUntil = startedAt + outboxLeaseMs;
  yield* run(
    sql`update batch set claimed_until = 0
      where state = 'running' and claimed_until <= ${batchesUntil}`,
    sql`update outbox set claimed_until = 0 where claimed_until <= ${outboxUntil}`,
  );
}
