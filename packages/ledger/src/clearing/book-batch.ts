import { perEngine, type Statement, sql, type WorldId } from "@varde/storage";
import { dayTable, postingTable, transactionTable } from "../transactions/transaction.ts";

/**
 * Books all instructions of a batch: booked ones move money, rejected ones only release their
 * reservation. An instruction that is booked immediately is a batch of its own, so all payments
 * become postings here.
 *
 * The status, booking date and time of the instructions must be set before.
 */
export function bookBatch(worldId: WorldId, batchId: string): Statement[] {
  return [
    insertTransactions(worldId, batchId),
    insertPostings(worldId, batchId),
    moveBalances(worldId, batchId),
    countDays(worldId, batchId),
  ];
}

/** Inserts the payments and, as separate transactions, their fees. */
function insertTransactions(worldId: WorldId, batchId: string): Statement {
  return sql`insert into ledger_transaction (${transactionTable.columns})
    select world_id, transaction_id, 'payment', booking_date, booking_date, settled_at, id,
      original_currency, original_minor, rate_ppm, texts
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
    union all
    select world_id, fee_transaction_id, 'fee', booking_date, booking_date, settled_at, id,
      null, null, null, '{}'
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
      and fee_transaction_id is not null`;
}

/**
 * Routes a currency exchange through the position accounts, so that each currency sums to zero. Two
 * accounts in one currency differ by what rounding leaves of an amount in another.
 */
function insertPostings(worldId: WorldId, batchId: string): Statement {
  return sql`insert into ledger_posting (${postingTable.columns})
    select world_id, debit_account_id, booking_date, transaction_id, debit_currency, -debited_minor
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
    union all
    select world_id, credit_account_id, booking_date, transaction_id, credit_currency,
      credited_minor
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
    union all
    select world_id, 'internal:position:' || debit_currency, booking_date, transaction_id,
      debit_currency, debited_minor
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
      and debit_currency <> credit_currency
    union all
    select world_id, 'internal:position:' || credit_currency, booking_date, transaction_id,
      credit_currency, -credited_minor
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
      and debit_currency <> credit_currency
    union all
    select world_id, 'internal:position:' || debit_currency, booking_date, transaction_id,
      debit_currency, debited_minor - credited_minor
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
      and debit_currency = credit_currency and debited_minor <> credited_minor
    union all
    select world_id, debit_account_id, booking_date, fee_transaction_id, debit_currency, -fee_minor
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
      and fee_transaction_id is not null
    union all
    select world_id, 'internal:fees:' || debit_currency, booking_date, fee_transaction_id,
      debit_currency, fee_minor
    from ledger_instruction
    where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
      and fee_transaction_id is not null`;
}

/**
 * Lists the accounts a second time in the filter. Without it SQLite scans all accounts of the
 * world.
 */
function moveBalances(worldId: WorldId, batchId: string): Statement {
  return sql`update ledger_account
    set booked_minor = booked_minor + moved.booked,
      reserved_minor = reserved_minor - moved.released,
      changed_at = moved.settled
    from (
      select account_id, sum(booked) as booked, sum(released) as released, max(settled) as settled
      from (
        select debit_account_id as account_id,
          case when status = 'booked' then -(debited_minor + fee_minor) else 0 end as booked,
          debited_minor + fee_minor as released, settled_at as settled
        from ledger_instruction
        where world_id = ${worldId} and batch_id = ${batchId}
        union all
        select credit_account_id, credited_minor, 0, settled_at
        from ledger_instruction
        where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
          and creditor_is_ours = 1
      ) as parts
      group by account_id
    ) as moved
    where ledger_account.world_id = ${worldId} and ledger_account.id = moved.account_id
      and ledger_account.id in (
        select debit_account_id from ledger_instruction
        where world_id = ${worldId} and batch_id = ${batchId}
        union all
        select credit_account_id from ledger_instruction
        where world_id = ${worldId} and batch_id = ${batchId}
      )`;
}

function countDays(worldId: WorldId, batchId: string): Statement {
  return sql`insert into ledger_day (${dayTable.columns})
    select world_id, account_id, booking_date, cast(sum(postings) as bigint)
    from (
      select world_id, debit_account_id as account_id, booking_date,
        case when fee_transaction_id is null then 1 else 2 end as postings
      from ledger_instruction
      where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
      union all
      select world_id, credit_account_id, booking_date, 1
      from ledger_instruction
      where world_id = ${worldId} and batch_id = ${batchId} and status = 'booked'
        and creditor_is_ours = 1
    ) as parts
    where true
    group by world_id, account_id, booking_date
    on conflict (world_id, account_id, booking_date)
    do update set postings = ledger_day.postings + excluded.postings`;
}

/**
 * Locks the customer accounts of a batch in the order of their ids, so that two batches, or a batch
 * and a payment, cannot deadlock. SQLite has a single writer and needs no lock.
 */
export function lockAccounts(worldId: WorldId, batchId: string): Statement {
  return perEngine({
    sqlite: sql`select id from ledger_account
      where world_id = ${worldId} and id = '' and ${worldId} = ${batchId}`,
    postgres: sql`select id from ledger_account
      where world_id = ${worldId} and id in (
        select unnest(array[debit_account_id, credit_account_id]) from ledger_instruction
        where world_id = ${worldId} and batch_id = ${batchId})
      order by id for update`,
  });
}
