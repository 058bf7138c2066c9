import { everyMigration } from "@varde/sandbox";
import {
  one,
  openStorage,
  run,
  type Statement,
  type Storage,
  type StorageLocation,
  sql,
} from "@varde/storage";

const days = 1_000;
const perUnit = 20_000;
const dayMs = 24 * 60 * 60_000;
const texts = JSON.stringify({
  creditor: { name: "Blåbærsyltetøy AS", bban: "86011117947" },
  remittanceUnstructured: ["Faktura 4711"],
  bankTransactionCode: "PMNT-ICDT-DMCT",
  proprietaryBankTransactionCode: "Betaling",
});

export interface AccountToFill {
  readonly worldId: string;
  readonly accountId: string;
  /** Final number of transactions, including existing ones. */
  readonly count: number;
}

/**
 * Inserts transactions directly into the ledger's tables until each account has its number, spread
 * over the last thousand days. Debits and credits cancel out, so that the books still balance. The
 * bank must not be running. Returns the first of the days.
 */
export const fillTransactions = async (
  location: StorageLocation,
  accounts: readonly AccountToFill[],
  progress: (text: string) => void,
): Promise<string> => {
  const storage = await openStorage({ location, migrations: everyMigration });
  const firstDay = Date.now() - (days + 1) * dayMs;
  try {
    for (const account of accounts) await fillAccount(storage, account, firstDay, progress);
  } finally {
    await storage.close();
  }
  return formatDay(firstDay);
};

const formatDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

const fillAccount = async (
  storage: Storage,
  account: AccountToFill,
  firstDay: number,
  progress: (text: string) => void,
): Promise<void> => {
  const missing = account.count - (await countBooked(storage, account));
  const lastNumber = (day: number) => Math.round((missing * (day + 1)) / days);
  let statements: Statement[] = [];
  let written = 0;
  for (let day = 0; day < days; day += 1) {
    const last = lastNumber(day);
    const numbers = {
      from: lastNumber(day - 1) + 1,
      to: last,
      single: missing % 2 === 1 ? missing : 0,
    };
    statements.push(...bookDay(account, formatDay(firstDay + day * dayMs), numbers));
    if (last - written < perUnit && day < days - 1) continue;
    const unit = statements;
    await storage.write(() => run(...unit));
    statements = [];
    written = last;
    progress(`${account.accountId}: ${written} of ${missing} transactions inserted`);
  }
};

const countBooked = (storage: Storage, { worldId, accountId }: AccountToFill): Promise<number> =>
  storage.read(function* () {
    const row = yield* one<{ total: bigint }>(
      sql`select cast(coalesce(sum(postings), 0) as bigint) as total from ledger_day
        where world_id = ${worldId} and account_id = ${accountId}`,
    );
    return Number(row?.total ?? 0n);
  });

interface Numbers {
  readonly from: number;
  readonly to: number;
  /** Number of the transaction without a counterpart, or 0. */
  readonly single: number;
}

/** Books the numbered transactions of a day: odd ones are debits, even ones equal credits. */
const bookDay = (
  { worldId, accountId }: AccountToFill,
  day: string,
  { from, to, single }: Numbers,
): Statement[] => {
  if (from > to) return [];
  const prefix = `filled-${accountId}-`;
  return [
    sql`with recursive c(n) as (
        select cast(${from} as bigint) union all select n + 1 from c where n < ${to})
      insert into ledger_transaction (world_id, id, kind, booking_date, value_date, booked_at,
        instruction_id, original_currency, original_minor, rate_ppm, texts)
      select cast(${worldId} as text), cast(${prefix} as text) || cast(10000000 + n as text),
        'history', cast(${day} as text), cast(${day} as text), 0, null, null, null, null,
        cast(${texts} as text) from c`,
    sql`with recursive c(n) as (
        select cast(${from} as bigint) union all select n + 1 from c where n < ${to}),
      ends(account_id, sign) as (
        select cast(${accountId} as text), 1 union all select 'internal:equity:NOK', -1)
      insert into ledger_posting (world_id, account_id, booking_date, transaction_id, currency,
        amount_minor)
      select cast(${worldId} as text), account_id, cast(${day} as text),
        cast(${prefix} as text) || cast(10000000 + n as text), 'NOK',
        case when n = ${single} then 0 else sign * (1 - 2 * (n % 2)) * (100 + (n + 1) / 2) end
      from c, ends`,
    sql`insert into ledger_day (world_id, account_id, booking_date, postings)
      values (${worldId}, ${accountId}, ${day}, ${to - from + 1})
      on conflict (world_id, account_id, booking_date)
      do update set postings = ledger_day.postings + excluded.postings`,
  ];
};
