import { minorMax } from "@varde/protocol/money";
import {
  forUpdateSkipLocked,
  fragment,
  run,
  type Statement,
  sql,
  type Unit,
  type WorldId,
} from "@varde/storage";
import { bankDay } from "../bank-day.ts";
import { clearingChunkPayments } from "../constants.ts";
import { dayTable, postingTable, transactionTable } from "../transactions/transaction.ts";
import { lockAccounts } from "./book-batch.ts";

/**
 * Books back the next payments that the receiving bank returns, without the fee. Only payments to
 * other banks are returned, so the credited account is always one of the bank's own.
 */
export function* returnPayments(worldId: WorldId, batchId: string, at: bigint): Unit<number> {
  const [, claimed = 0n] = yield* run(
    postponeTooLarge(worldId, at),
    claimReturns(worldId, batchId, bankDay(at), at),
  );
  if (claimed === 0n) return 0;
  yield* run(
    lockAccounts(worldId, batchId),
    sql`insert into ledger_transaction (${transactionTable.columns})
      select world_id, return_transaction_id, 'return', booking_date, booking_date, settled_at, id,
        original_currency, original_minor, rate_ppm, texts
      from ledger_instruction
      where world_id = ${worldId} and batch_id = ${batchId}`,
    insertPostings(worldId, batchId),
    sql`update ledger_account
      set booked_minor = booked_minor + moved.booked, changed_at = moved.settled
      from (
        select debit_account_id as account_id, sum(debited_minor) as booked,
          max(settled_at) as settled
        from ledger_instruction
        where world_id = ${worldId} and batch_id = ${batchId}
        group by debit_account_id
      ) as moved
      where ledger_account.world_id = ${worldId} and ledger_account.id = moved.account_id
        and ledger_account.id in (
          select debit_account_id from ledger_instruction
          where world_id = ${worldId} and batch_id = ${batchId}
        )`,
    sql`insert into ledger_day (${dayTable.columns})
      select world_id, debit_account_id, booking_date, count(*)
      from ledger_instruction
      where world_id = ${worldId} and batch_id = ${batchId}
      group by world_id, debit_account_id, booking_date
      on conflict (world_id, account_id, booking_date)
      do update set postings = ledger_day.postings + excluded.postings`,
  );
  return Number(claimed);
}

function insertPostings(worldId: WorldId, batchId: string): Statement {
  return sql`insert into ledger_posting (${postingTable.columns})
    select world_id, debit_account_id, booking_date, return_transaction_id, debit_currency,
      debited_minor
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId}
    union all
    select world_id, credit_account_id, booking_date, return_transaction_id, credit_currency,
      -credited_minor
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId}
    union all
    select world_id, 'internal:position:' || debit_currency, booking_date, return_transaction_id,
      debit_currency, -debited_minor
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId} and debit_currency <> credit_currency
    union all
    select world_id, 'internal:position:' || credit_currency, booking_date, return_transaction_id,
      credit_currency, credited_minor
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId} and debit_currency <> credit_currency`;
}

/**
 * Postpones what is returned to accounts that cannot receive all of it by a day. Amounts are added
 * up in thousands, rounded up, so that the sum fits 64 bits.
 */
function postponeTooLarge(worldId: WorldId, at: bigint): Statement {
  const isDue = fragment`world_id = ${worldId} and status = 'booked' and return_at is not null
    and return_at <= ${at}`;
  return sql`update ledger_instruction set return_at = ${at + dayMs}
    where ${isDue} and debit_account_id in (
      select a.id from ledger_account a
      join (
        select debit_account_id, sum(debited_minor / 1000 + 1) as thousands
        from ledger_instruction where ${isDue} group by debit_account_id
      ) as received on received.debit_account_id = a.id
      where a.world_id = ${worldId}
        and (a.booked_minor + a.credit_line_minor) / 1000 + thousands > ${minorMax / 1000n})`;
}

const dayMs = 86_400_000n;

function claimReturns(worldId: WorldId, batchId: string, day: string, at: bigint): Statement {
  return sql`update ledger_instruction
    set status = 'returned', batch_id = ${batchId}, booking_date = ${day}, settled_at = ${at},
      unacknowledged = 1
    where world_id = ${worldId} and id in (
      select id from ledger_instruction
      where world_id = ${worldId} and status = 'booked' and return_at is not null
        and return_at <= ${at}
      order by return_at, id limit ${clearingChunkPayments} ${forUpdateSkipLocked})`;
}
