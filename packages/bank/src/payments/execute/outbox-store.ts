import {
  all,
  databaseNow,
  forUpdateSkipLocked,
  fragment,
  inList,
  jsonRows,
  one,
  type Statement,
  sql,
  type Unit,
} from "@varde/storage";
import type { PaymentId, WorldId } from "../../ports/ids.ts";
import { leaseMs } from "./hold-lease.ts";

/** Queues instructions for the core bank, in the same unit that signs the payments. */
export const enqueueInstructions = (
  rows: readonly { readonly outboxId: string; readonly paymentId: PaymentId }[],
  queue: {
    readonly worldId: WorldId;
    /** How long the writer has for delivering them itself. */
    readonly leaseMs: number;
    readonly at: number;
  },
): Statement => {
  const list = rows.map(({ outboxId, paymentId }) => [outboxId, paymentId]);
  const { worldId, leaseMs, at } = queue;
  return sql`insert into outbox (outbox_id, world_id, payment_id, claimed_until, created_at)
    select value ->> 0, ${worldId}, value ->> 1, ${databaseNow} + ${leaseMs},
      cast(${at} as bigint)
    from ${jsonRows(list)} where true
    on conflict (payment_id) do nothing`;
};

/**
 * A batch that has queued the row and will be run again after a crash. A later one that is done
 * shows that it will not: the clock was set back, or the times of batches have changed.
 */
const unfinishedBatch = fragment`select 1 from batch
  where batch.world_id = outbox.world_id and batch.due_at = outbox.created_at
    and batch.state = 'running' and not exists (select 1 from batch as later
      where later.world_id = batch.world_id and later.state = 'done'
        and (later.epoch, later.due_at) > (batch.epoch, batch.due_at))`;

/**
 * Claims rows that no process works on; two processes never claim the same row. What an unfinished
 * batch has queued is left to that batch, which delivers it as of its own time.
 */
export function* claimInstructions(limit: number): Unit<readonly PaymentId[]> {
  const rows = yield* all<{ payment_id: PaymentId }>(
    sql`update outbox set claimed_until = ${databaseNow} + ${leaseMs} where outbox_id in (
        select outbox_id from outbox where claimed_until <= ${databaseNow}
          and not exists (${unfinishedBatch})
        order by outbox_id limit ${limit} ${forUpdateSkipLocked})
      returning payment_id`,
  );
  return rows.map((row) => row.payment_id);
}

/**
 * Returns whether a world has rows that `claimInstructions` returns, now or when a lease expires.
 */
export function* isAnyQueued(worldId: WorldId): Unit<boolean> {
  const row = yield* one(
    sql`select 1 as found from outbox
      where world_id = ${worldId} and not exists (${unfinishedBatch}) limit 1`,
  );
  return row !== undefined;
}

/** Renews the leases of rows that this process works on. */
export const renewInstructions = (paymentIds: readonly PaymentId[]): Statement =>
  sql`update outbox set claimed_until = ${databaseNow} + ${leaseMs}
    where payment_id ${inList(paymentIds)}`;

/** Lists the instructions queued in a world at one instant, claimed or not, after a given row. */
export function* listQueued(
  worldId: WorldId,
  at: number,
  after: string,
  limit: number,
): Unit<readonly { readonly outboxId: string; readonly paymentId: PaymentId }[]> {
  const rows = yield* all<{ outbox_id: string; payment_id: PaymentId }>(
    sql`select outbox_id, payment_id from outbox
      where world_id = ${worldId} and created_at = ${at} and outbox_id > ${after}
      order by outbox_id limit ${limit}`,
  );
  return rows.map((row) => ({ outboxId: row.outbox_id, paymentId: row.payment_id }));
}

/** The instructions of a world that the core bank has not responded to yet. */
export interface OutboxState {
  readonly worldId: WorldId;
  readonly waiting: number;
  /** When the oldest was queued, by the clock of the world. */
  readonly oldestAt: number;
}

/** Reads the state of every world that has instructions. */
export function* readOutbox(): Unit<readonly OutboxState[]> {
  const rows = yield* all<{ world_id: WorldId; waiting: bigint; oldest_at: bigint }>(
    sql`select world_id, count(*) as waiting, min(created_at) as oldest_at
      from outbox group by world_id`,
  );
  return rows.map(({ world_id: worldId, waiting, oldest_at: oldestAt }) => ({
    worldId,
    waiting: Number(waiting),
    oldestAt: Number(oldestAt),
  }));
}

/**
 * Deletes the rows of these payments, except of those that are still pending: otherwise a process
 * that was suspended could delete the row of a later attempt and lose the payment.
 */
export const removeInstructions = (paymentIds: readonly PaymentId[]): Statement => {
  return sql`delete from outbox where payment_id ${inList(paymentIds)}
    and not exists (select 1 from payment
      where payment.payment_id = outbox.payment_id and payment.status = 'PDNG')`;
};

/** Deletes the row of a payment that the core bank has accepted and is still processing. */
export const removePendingInstruction = (paymentId: PaymentId, attempt: bigint): Statement =>
  sql`delete from outbox where payment_id = ${paymentId}
    and exists (select 1 from payment
      where payment.payment_id = outbox.payment_id and payment.version = ${attempt})`;
