import { minorMax } from "@varde/protocol/money";
import {
  all,
  createYielder,
  forUpdateSkipLocked,
  run,
  type Statement,
  sql,
  type Unit,
  type WorldId,
} from "@varde/storage";
import { bankDay } from "../bank-day.ts";
import { clearingChunkPayments } from "../constants.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import { balanceTooLarge } from "../ledger-refusal.ts";
import { bookBatch, lockAccounts } from "./book-batch.ts";
import { returnPayments } from "./return-payments.ts";

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

interface SettledPayments {
  readonly booked: number;
  readonly rejected: number;
}

/**
 * Settles the next payments that are due. They are claimed, booked and marked in one unit, so each
 * settles once even if several clearing runs overlap.
 */
function* settlePayments(worldId: WorldId, batchId: string, at: bigint): Unit<SettledPayments> {
  const [claimed] = yield* run(claimDue(worldId, batchId, bankDay(at), at));
  if (claimed === 0n) return { booked: 0, rejected: 0 };
  yield* run(
    lockAccounts(worldId, batchId),
    rejectTooLarge(worldId, batchId),
    ...bookBatch(worldId, batchId),
  );
  const rejected = yield* all<{ id: string }>(
    sql`select id from ledger_instruction
      where world_id = ${worldId} and batch_id = ${batchId} and status = 'rejected'`,
  );
  return { booked: Number(claimed) - rejected.length, rejected: rejected.length };
}

/**
 * Rejects the payments of a batch to accounts that cannot receive all of them. Amounts are added up
 * in thousands, rounded up, so that the sum of a batch fits 64 bits.
 */
function rejectTooLarge(worldId: WorldId, batchId: string): Statement {
  return sql`update ledger_instruction set status = 'rejected', reason = ${balanceTooLarge.refused}
    where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
      and creditor_is_ours = 1 and credit_account_id in (
        select a.id from ledger_account a
        join (
          select credit_account_id, sum(credited_minor / 1000 + 1) as thousands
          from ledger_instruction
          where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
            and creditor_is_ours = 1
          group by credit_account_id
        ) as received on received.credit_account_id = a.id
        where a.world_id = ${worldId}
          and (a.booked_minor + a.credit_line_minor) / 1000 + thousands > ${minorMax / 1000n})`;
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
