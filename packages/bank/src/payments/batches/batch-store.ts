import {
  databaseNow,
  forUpdate,
  fragment,
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
import { leaseMs } from "../execute/hold-lease.ts";

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

/**
 * Claims a batch. "mine": it was not started, or its lease has expired. "done": it has been run.
 * "taken": another process is running it.
 */
export function* claimBatch(
  key: BatchKey,
  batch: Batch,
  owner: string,
): Unit<"mine" | "done" | "taken"> {
  const { worldId, epoch } = key;
  const [claimed] = yield* run(
    sql`insert into batch (world_id, epoch, due_at, kind, state, owner, claimed_until, taken,
        started_at)
      values (${worldId}, ${epoch}, ${batch.dueAt}, ${batch.kind}, 'running', ${owner},
        ${databaseNow} + ${leaseMs}, 0, ${databaseNow})
      on conflict (world_id, epoch, due_at) do update
        set owner = excluded.owner, claimed_until = excluded.claimed_until
        where batch.state = 'running' and batch.claimed_until <= ${databaseNow}`,
  );
  if (claimed === 1n) return "mine";
  const row = yield* one<{ state: string }>(
    sql`select state from batch
      where world_id = ${worldId} and epoch = ${epoch} and due_at = ${batch.dueAt}`,
  );
  return row?.state === "done" ? "done" : "taken";
}

/** A batch that a process has claimed. */
export interface ClaimedBatch extends BatchKey {
  readonly dueAt: number;
  readonly owner: string;
}

/** Another process has taken over the batch, because its lease was not renewed in time. */
export class BatchLost extends Error {
  override readonly name = "BatchLost";

  constructor() {
    super("the batch was taken over by another process");
  }
}

const ofClaim = ({ worldId, epoch, dueAt, owner }: ClaimedBatch) =>
  fragment`world_id = ${worldId} and epoch = ${epoch} and due_at = ${dueAt}
    and owner = ${owner} and state = 'running'`;

/** Renews the lease, unless another process has taken over the batch. */
export function* renewBatch(claim: ClaimedBatch): Unit<void> {
  const until = fragment`${databaseNow} + ${leaseMs}`;
  yield* run(sql`update batch set claimed_until = ${until} where ${ofClaim(claim)}`);
}

/**
 * Throws `BatchLost` if another process has taken over the batch, and keeps it from doing so until
 * the unit ends. A batch may therefore do what follows as if no other process existed.
 */
export function* lockBatch(claim: ClaimedBatch): Unit<void> {
  const held = yield* one(sql`select 1 as held from batch where ${ofClaim(claim)} ${forUpdate}`);
  if (held === undefined) throw new BatchLost();
}

/** Throws `BatchLost` if another process has taken over the batch: then that one finishes it. */
export function* finishBatch(claim: ClaimedBatch, taken: number): Unit<void> {
  const [finished] = yield* run(
    sql`update batch set state = 'done', taken = ${taken}, finished_at = ${databaseNow}
      where ${ofClaim(claim)}`,
  );
  if (finished !== 1n) throw new BatchLost();
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
  const until = startedAt + leaseMs;
  yield* run(
    sql`update batch set claimed_until = 0
      where state = 'running' and claimed_until <= ${until}`,
    sql`update outbox set claimed_until = 0 where claimed_until <= ${until}`,
  );
}

/**
 * Shortens the leases that end later than any can: they were given before the database's clock was
 * set back, and nobody could take them over until it has caught up.
 */
export function* shortenLeases(): Unit<void> {
  const end = fragment`${databaseNow} + ${leaseMs}`;
  yield* run(
    sql`update batch set claimed_until = ${end}
      where state = 'running' and claimed_until > ${end}`,
    sql`update outbox set claimed_until = ${end} where claimed_until > ${end}`,
  );
}
