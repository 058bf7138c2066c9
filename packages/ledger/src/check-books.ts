import {
  type Fragment,
  fragment,
  type Row,
  rowsOfEach,
  type Statement,
  type Storage,
  sql,
  type WorldId,
} from "@varde/storage";
import { openingDate } from "./constants.ts";

/** The kinds of faults that `checkBooks` finds, each named after the broken rule. */
export const bookFaults = [
  "currency-does-not-sum-to-zero",
  "transaction-does-not-sum-to-zero",
  "posting-without-transaction",
  "booked-differs-from-postings",
  "reserved-differs-from-reservations",
  "account-below-credit-line",
  "day-count-differs-from-postings",
  "instruction-not-settled-exactly-once",
] as const;
export type BookFaultKind = (typeof bookFaults)[number];

export interface BookFault {
  readonly fault: BookFaultKind;
  readonly worldId: WorldId;
  /** The id of the transaction, account or instruction at fault, or the currency. */
  readonly subject: string;
  /** The size of the fault where it is an amount or a count. */
  readonly differenceMinor: bigint;
}

interface FaultRow {
  readonly world_id: WorldId;
  readonly subject: string;
  readonly difference: bigint;
}

/** Checks the books of one world, or of all worlds, and returns every fault. */
export function checkBooks(storage: Storage, worldId?: WorldId): Promise<readonly BookFault[]> {
  // A range, so that the same statements check one world or all of them.
  const [first, last] = worldId === undefined ? ["", "\u{10FFFF}"] : [worldId, worldId];
  const worlds = fragment`between ${first} and ${last}`;
  const check = function* () {
    const faultRows = yield* rowsOfEach(...faultStatements(worlds));
    return faultRows.flatMap((rows, at) => rows.map((row) => faultFromRow(bookFaults[at], row)));
  };
  return storage.readAtOnce(check, { isLong: true });
}

function faultFromRow(fault: BookFaultKind | undefined, row: Row): BookFault {
  if (fault === undefined)
    throw new Error("checkBooks runs more statements than bookFaults has kinds.");
  const { world_id, subject, difference } = row as unknown as FaultRow;
  return { fault, worldId: world_id, subject, differenceMinor: difference };
}

/** Returns one statement per kind, in the order of bookFaults. */
function faultStatements(worlds: Fragment): Statement[] {
  return [
    sql`select world_id, currency as subject, cast(sum(amount_minor) as bigint) as difference
      from ledger_posting
      where world_id ${worlds}
      group by world_id, currency
      having sum(amount_minor) <> 0`,
    sql`select world_id, transaction_id as subject, cast(sum(amount_minor) as bigint) as difference
      from ledger_posting
      where world_id ${worlds}
      group by world_id, transaction_id, currency
      having sum(amount_minor) <> 0`,
    sql`select p.world_id, p.transaction_id as subject, p.amount_minor as difference
      from ledger_posting p
      left join ledger_transaction t on t.world_id = p.world_id and t.id = p.transaction_id
      where p.world_id ${worlds}
        and (t.id is null or t.booking_date <> p.booking_date)`,
    bookedDiffers(worlds),
    reservedDiffers(worlds),
    sql`select world_id, id as subject,
        booked_minor - reserved_minor + credit_line_minor as difference
      from ledger_account
      where world_id ${worlds}
        and booked_minor - reserved_minor + credit_line_minor < 0`,
    dayCountDiffers(worlds),
    notSettledOnce(worlds),
  ];
}

function bookedDiffers(worlds: Fragment): Statement {
  return sql`select a.world_id, a.id as subject,
      cast(a.booked_minor - coalesce(p.booked, 0) as bigint) as difference
    from ledger_account a
    left join (
      select world_id, account_id, sum(amount_minor) as booked from ledger_posting
      where world_id ${worlds}
      group by world_id, account_id
    ) as p on p.world_id = a.world_id and p.account_id = a.id
    where a.world_id ${worlds}
      and a.booked_minor <> coalesce(p.booked, 0)`;
}

function reservedDiffers(worlds: Fragment): Statement {
  return sql`select a.world_id, a.id as subject,
      cast(a.reserved_minor - coalesce(r.reserved, 0) as bigint) as difference
    from ledger_account a
    left join (
      select world_id, account_id, sum(amount_minor) as reserved
      from (
        select world_id, account_id, amount_minor from ledger_reservation
        where world_id ${worlds}
        union all
        select world_id, debit_account_id, debited_minor + fee_minor from ledger_instruction
        where world_id ${worlds} and status = 'sent'
      ) as held
      group by world_id, account_id
    ) as r on r.world_id = a.world_id and r.account_id = a.id
    where a.world_id ${worlds}
      and a.reserved_minor <> coalesce(r.reserved, 0)`;
}

function dayCountDiffers(worlds: Fragment): Statement {
  return sql`select a.world_id, a.id as subject,
      cast(coalesce(d.postings, 0) - coalesce(p.postings, 0) as bigint) as difference
    from ledger_account a
    left join (
      select world_id, account_id, sum(postings) as postings from ledger_day
      where world_id ${worlds}
      group by world_id, account_id
    ) as d on d.world_id = a.world_id and d.account_id = a.id
    left join (
      select world_id, account_id, count(*) as postings from ledger_posting
      where world_id ${worlds} and booking_date > ${openingDate}
      group by world_id, account_id
    ) as p on p.world_id = a.world_id and p.account_id = a.id
    where a.world_id ${worlds}
      and coalesce(d.postings, 0) <> coalesce(p.postings, 0)`;
}

/**
 * Finds instructions whose status and transaction disagree: only booked and returned instructions
 * have one.
 */
function notSettledOnce(worlds: Fragment): Statement {
  return sql`select i.world_id, i.id as subject, i.debited_minor as difference
    from ledger_instruction i
    left join ledger_transaction t on t.world_id = i.world_id and t.id = i.transaction_id
    where i.world_id ${worlds}
      and (i.status in ('booked', 'returned')) <> (t.id is not null)`;
}
