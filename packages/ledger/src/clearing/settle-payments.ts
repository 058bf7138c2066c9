import {
  all,
  forUpdateSkipLocked,
  run,
  type Statement,
  sql,
  type Unit,
  type WorldId,
} from "@varde/storage";
import { bankDay } from "../bank-day.ts";
import { clearingChunkPayments } from "../constants.ts";
import { bookBatch, lockAccounts } from "./book-batch.ts";

export interface SettledPayments {
  readonly booked: number;
  readonly rejected: number;
}

/**
 * Settles the next payments that are due. They are claimed, booked and marked in one unit, so each
 * settles once even if several clearing runs overlap.
 */
export function* settlePayments(
  worldId: WorldId,
  batchId: string,
  at: bigint,
): Unit<SettledPayments> {
  const [claimed] = yield* run(claimDue(worldId, batchId, bankDay(at), at));
  if (claimed === 0n) return { booked: 0, rejected: 0 };
  yield* run(lockAccounts(worldId, batchId), ...bookBatch(worldId, batchId));
  const rejected = yield* all<{ id: string }>(
    sql`select id from ledger_instruction
      where world_id = ${worldId} and batch_id = ${batchId} and status = 'rejected'`,
  );
  return { booked: Number(claimed) - rejected.length, rejected: rejected.length };
}

function claimDue(worldId: WorldId, batchId: string, day: string, at: bigint): Statement {
  return sql`update ledger_instruction
    set status = case when clearing = 'reject' then 'rejected' else 'booked' end,
      batch_id = ${batchId}, booking_date = ${day}, settled_at = ${at}, unacknowledged = 1
    where world_id = ${worldId} and id in (
      select id from ledger_instruction
      where world_id = ${worldId} and status = 'sent' and due_at <= ${at}
      order by due_at, id limit ${clearingChunkPayments} ${forUpdateSkipLocked})`;
}
