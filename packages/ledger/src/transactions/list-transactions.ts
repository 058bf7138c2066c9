import {
  type AccountId,
  all,
  one,
  type Storage,
  sql,
  type Unit,
  type WorldId,
} from "@varde/storage";
import {
  afterEveryId,
  firstListedDate,
  lastListedDate,
  listRowsMax,
  openingDate,
} from "../constants.ts";
import {
  type BookedTransaction,
  bookedColumns,
  type TransactionRow,
  transactionFromRow,
} from "./transaction.ts";

/** The position of a transaction in its account's list. */
export interface TransactionKey {
  readonly bookingDate: string;
  readonly id: string;
}

export interface TransactionFilter {
  /** The first booking date, YYYY-MM-DD. */
  readonly from?: string;
  /** The last booking date, YYYY-MM-DD. */
  readonly to?: string;
}

/**
 * A page of booked transactions, newest first. At most one of `after`, `before`, `offset` and
 * `fromEnd` positions the page; each costs the same for a list of any length.
 */
export interface TransactionPage extends TransactionFilter {
  readonly limit: number;
  /** Starts after this transaction. */
  readonly after?: TransactionKey;
  /** Ends before this transaction. */
  readonly before?: TransactionKey;
  /** Skips this number of transactions. */
  readonly offset?: number;
  /** Selects the page with the oldest transactions. */
  readonly fromEnd?: boolean;
}

export function listTransactions(
  storage: Storage,
  worldId: WorldId,
  accountId: AccountId,
  page: TransactionPage,
): Promise<readonly BookedTransaction[]> {
  const range = listedRange(page);
  const limit = Math.min(page.limit, listRowsMax);
  return storage.read(function* () {
    if (page.before !== undefined || page.fromEnd === true) {
      const start = page.before ?? { bookingDate: range.from, id: "" };
      const rows = yield* oldestFirst(worldId, accountId, range.to, start, limit);
      return rows.toReversed().map(transactionFromRow);
    }
    if (page.offset !== undefined && page.offset > 0) {
      const place = yield* dayAtOffset(worldId, accountId, range, page.offset);
      if (place === undefined) return [];
      const start = { bookingDate: place.day, id: afterEveryId };
      const rows = yield* newestFirst(worldId, accountId, range.from, start, limit, place.skip);
      return rows.map(transactionFromRow);
    }
    const start = page.after ?? { bookingDate: range.to, id: afterEveryId };
    const rows = yield* newestFirst(worldId, accountId, range.from, start, limit, 0);
    return rows.map(transactionFromRow);
  });
}

/** Counts the booked transactions of an account in a range of days. */
export function countTransactions(
  storage: Storage,
  worldId: WorldId,
  accountId: AccountId,
  filter: TransactionFilter,
): Promise<number> {
  const { from, to } = listedRange(filter);
  return storage.read(function* () {
    const rows = yield* all<{ total: bigint }>(
      sql`select cast(coalesce(sum(postings), 0) as bigint) as total from ledger_day
        where world_id = ${worldId} and account_id = ${accountId}
          and booking_date >= ${from} and booking_date <= ${to}`,
    );
    return Number(rows[0]?.total ?? 0n);
  });
}

interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Returns the range without opening balances, which are booked before the first listed day. */
function listedRange(filter: TransactionFilter): DayRange {
  const { from = firstListedDate, to = lastListedDate } = filter;
  return { from: from === openingDate ? firstListedDate : from, to };
}

/** Selects the page before joining, so that skipped transactions are never looked up. */
function newestFirst(
  worldId: WorldId,
  accountId: AccountId,
  from: string,
  start: TransactionKey,
  limit: number,
  skip: number,
): Unit<readonly TransactionRow[]> {
  return all<TransactionRow>(
    sql`select ${bookedColumns} from (
        select world_id, account_id, booking_date, transaction_id, amount_minor, currency
        from ledger_posting
        where world_id = ${worldId} and account_id = ${accountId} and booking_date >= ${from}
          and (booking_date, transaction_id) < (${start.bookingDate}, ${start.id})
        order by booking_date desc, transaction_id desc
        limit ${limit} offset ${skip}
      ) as p
      join ledger_transaction t on t.world_id = p.world_id and t.id = p.transaction_id
      order by p.booking_date desc, p.transaction_id desc`,
  );
}

function oldestFirst(
  worldId: WorldId,
  accountId: AccountId,
  to: string,
  start: TransactionKey,
  limit: number,
): Unit<readonly TransactionRow[]> {
  return all<TransactionRow>(
    sql`select ${bookedColumns} from ledger_posting p
      join ledger_transaction t on t.world_id = p.world_id and t.id = p.transaction_id
      where p.world_id = ${worldId} and p.account_id = ${accountId} and p.booking_date <= ${to}
        and (p.booking_date, p.transaction_id) > (${start.bookingDate}, ${start.id})
      order by p.booking_date, p.transaction_id
      limit ${limit}`,
  );
}

/** Finds the day that the offset falls on, and how many transactions of that day it skips. */
function* dayAtOffset(
  worldId: WorldId,
  accountId: AccountId,
  range: DayRange,
  offset: number,
): Unit<{ readonly day: string; readonly skip: number } | undefined> {
  const day = yield* one<{ booking_date: string; passed: bigint; postings: bigint }>(
    sql`select booking_date, passed, postings
      from (
        select booking_date, postings,
          cast(sum(postings) over (order by booking_date desc) - postings as bigint) as passed
        from ledger_day
        where world_id = ${worldId} and account_id = ${accountId}
          and booking_date >= ${range.from} and booking_date <= ${range.to}
      ) as days
      where passed <= ${offset}
      order by booking_date limit 1`,
  );
  if (day === undefined || day.passed + day.postings <= BigInt(offset)) return undefined;
  return { day: day.booking_date, skip: offset - Number(day.passed) };
}
