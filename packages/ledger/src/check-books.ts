import {
  all,
  type RecordOf,
  type Row,
  rowsOfEach,
  type Statement,
  type Storage,
  sql,
  type Unit,
  type WorldId,
} from "@varde/storage";
import { openingDate } from "./constants.ts";
import { instructionTable } from "./instructions/instruction.ts";
import { nonZeroSums, readWideSum, type WideSum } from "./wide-sum.ts";

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
  "posting-differs-from-quote",
  "exchange-differs-from-rates",
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

/** Checks the books of one world, or of all worlds one by one, and returns every fault. */
export async function checkBooks(
  storage: Storage,
  worldId?: WorldId,
): Promise<readonly BookFault[]> {
  const faults: BookFault[] = [];
  const worldIds = worldId === undefined ? await storage.read(listWorlds) : [worldId];
  for (const one of worldIds) {
    faults.push(...(await storage.readAtOnce(() => checkWorld(one), { isLong: true })));
  }
  return faults;
}

function* listWorlds(): Unit<readonly WorldId[]> {
  const rows = yield* all<{ world_id: WorldId }>(
    sql`select world_id from ledger_account union select world_id from ledger_posting
      union select world_id from ledger_instruction order by world_id`,
  );
  return rows.map(({ world_id }) => world_id);
}

function* checkWorld(worldId: WorldId): Unit<readonly BookFault[]> {
  const checks = Object.entries(faultStatements(worldId));
  const found = yield* rowsOfEach(...checks.map(([, statement]) => statement));
  const faults = found.flatMap((rows, at) =>
    rows.map((row) => faultFromRow(worldId, checks[at]?.[0] as BookFaultKind, row)),
  );
  return [...faults, ...(yield* exchangesDiffer(worldId))];
}

function faultFromRow(worldId: WorldId, fault: BookFaultKind, row: Row): BookFault {
  const found = row as unknown as WideSum & { readonly subject: string };
  return { fault, worldId, subject: found.subject, differenceMinor: readWideSum(found) };
}

function faultStatements(
  worldId: WorldId,
): Readonly<Record<Exclude<BookFaultKind, "exchange-differs-from-rates">, Statement>> {
  return {
    "currency-does-not-sum-to-zero": sql`with amounts as (
        select currency as subject, '' as unit, amount_minor from ledger_posting
        where world_id = ${worldId})
      ${nonZeroSums}`,
    "transaction-does-not-sum-to-zero": sql`with amounts as (
        select transaction_id as subject, currency as unit, amount_minor from ledger_posting
        where world_id = ${worldId})
      ${nonZeroSums}`,
    "posting-without-transaction": sql`select p.transaction_id as subject,
        p.amount_minor as low, cast(0 as bigint) as high
      from ledger_posting p
      left join ledger_transaction t on t.world_id = p.world_id and t.id = p.transaction_id
      where p.world_id = ${worldId}
        and (t.id is null or t.booking_date <> p.booking_date)`,
    "booked-differs-from-postings": bookedDiffers(worldId),
    "reserved-differs-from-reservations": reservedDiffers(worldId),
    "account-below-credit-line": sql`select subject, high, low
      from (
        select id as subject,
          (booked_minor >> 32) - (reserved_minor >> 32) + (credit_line_minor >> 32) as high,
          (booked_minor & 4294967295) - (reserved_minor & 4294967295)
            + (credit_line_minor & 4294967295) as low
        from ledger_account
        where world_id = ${worldId}
      ) as available
      where high + (low >> 32) < 0`,
    "day-count-differs-from-postings": dayCountDiffers(worldId),
    "instruction-not-settled-exactly-once": notSettledOnce(worldId),
    "posting-differs-from-quote": postingsDiffer(worldId),
  };
}

function bookedDiffers(worldId: WorldId): Statement {
  return sql`with amounts as (
      select id as subject, '' as unit, booked_minor as amount_minor from ledger_account
      where world_id = ${worldId}
      union all
      select account_id, '', -amount_minor from ledger_posting
      where world_id = ${worldId} and account_id in (
        select id from ledger_account where world_id = ${worldId}))
    ${nonZeroSums}`;
}

function reservedDiffers(worldId: WorldId): Statement {
  return sql`with amounts as (
      select id as subject, '' as unit, reserved_minor as amount_minor from ledger_account
      where world_id = ${worldId}
      union all
      select account_id, '', -amount_minor from ledger_reservation where world_id = ${worldId}
      union all
      select debit_account_id, '', -debited_minor from ledger_instruction
      where world_id = ${worldId} and status = 'sent'
      union all
      select debit_account_id, '', -fee_minor from ledger_instruction
      where world_id = ${worldId} and status = 'sent')
    ${nonZeroSums}`;
}

function dayCountDiffers(worldId: WorldId): Statement {
  return sql`select a.id as subject, cast(0 as bigint) as high,
      cast(coalesce(d.postings, 0) - coalesce(p.postings, 0) as bigint) as low
    from ledger_account a
    left join (
      select account_id, sum(postings) as postings from ledger_day
      where world_id = ${worldId}
      group by account_id
    ) as d on d.account_id = a.id
    left join (
      select account_id, count(*) as postings from ledger_posting
      where world_id = ${worldId} and booking_date > ${openingDate}
      group by account_id
    ) as p on p.account_id = a.id
    where a.world_id = ${worldId}
      and coalesce(d.postings, 0) <> coalesce(p.postings, 0)`;
}

/**
 * Finds instructions whose status and transaction disagree: only booked and returned instructions
 * have one.
 */
function notSettledOnce(worldId: WorldId): Statement {
  return sql`select i.id as subject, i.debited_minor as low, cast(0 as bigint) as high
    from ledger_instruction i
    left join ledger_transaction t on t.world_id = i.world_id and t.id = i.transaction_id
    where i.world_id = ${worldId}
      and (i.status in ('booked', 'returned')) <> (t.id is not null)`;
}

/**
 * Finds payments that were booked with other amounts than their quotes. What the position accounts
 * get follows from the two sides, because a transaction sums to zero.
 */
function postingsDiffer(worldId: WorldId): Statement {
  return sql`with amounts as (
      select transaction_id as subject, debit_account_id || ' ' || debit_currency as unit,
        -debited_minor as amount_minor
      from ledger_instruction
      where world_id = ${worldId} and status in ('booked', 'returned')
      union all
      select transaction_id, credit_account_id || ' ' || credit_currency, credited_minor
      from ledger_instruction
      where world_id = ${worldId} and status in ('booked', 'returned')
      union all
      select transaction_id, account_id || ' ' || currency, -amount_minor from ledger_posting
      where world_id = ${worldId} and account_id <> 'internal:position:' || currency
        and transaction_id in (
          select transaction_id from ledger_instruction where world_id = ${worldId}))
    ${nonZeroSums}`;
}

const quoted = instructionTable.pick(
  ...(["instructionId", "amountMinor", "currency", "rates"] as const),
  ...(["debitCurrency", "debitedMinor", "creditCurrency", "creditedMinor"] as const),
);

/** Number of quotes that are computed again together. */
const quotesPerPage = 1_000;

/**
 * Finds instructions of which a side is not what the rates of their quote give. Those that were
 * quoted by a version that did not store the rates are left out.
 */
function* exchangesDiffer(worldId: WorldId): Unit<readonly BookFault[]> {
  const faults: BookFault[] = [];
  for (let last = ""; ; ) {
    const page = yield* quoted.all(
      sql`select ${quoted.columns} from ledger_instruction
        where world_id = ${worldId} and id > ${last} and rates is not null
          and (debit_currency <> currency or credit_currency <> currency
            or debited_minor <> amount_minor or credited_minor <> amount_minor)
        order by id limit ${quotesPerPage}`,
    );
    for (const made of page) {
      const differenceMinor = differenceFromRates(made);
      if (differenceMinor === 0n) continue;
      const { instructionId: subject } = made;
      faults.push({ fault: "exchange-differs-from-rates", worldId, subject, differenceMinor });
    }
    const end = page.at(-1);
    if (end === undefined || page.length < quotesPerPage) return faults;
    last = end.instructionId;
  }
}

/**
 * Returns the side that is wrong: a debit that is not the least that is worth the ordered amount,
 * or a credit that is not the most that is worth no more. It compares products, so that a fault of
 * the conversion is seen, too.
 */
function differenceFromRates(made: RecordOf<typeof quoted>): bigint {
  const { debitedMinor, creditedMinor, debitCurrency, creditCurrency } = made;
  const worth = (amountMinor: bigint, currency: string) => {
    const { ratePpm = "0", fractionDigits = "0" } = made.rates[currency] ?? {};
    return amountMinor * BigInt(ratePpm) * 10n ** BigInt(9 - Number(fractionDigits));
  };
  const ordered = worth(made.amountMinor, made.currency);
  const isDebitRight =
    worth(debitedMinor, debitCurrency) >= ordered &&
    worth(debitedMinor - 1n, debitCurrency) < ordered;
  if (!isDebitRight || debitedMinor < 1n) return debitedMinor;
  const isCreditRight =
    worth(creditedMinor, creditCurrency) <= ordered &&
    worth(creditedMinor + 1n, creditCurrency) > ordered;
  return isCreditRight && creditedMinor > 0n ? 0n : creditedMinor;
}
