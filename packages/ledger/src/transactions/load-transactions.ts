import { addMinor } from "@varde/protocol/money";
import {
  type AccountId,
  type Fragment,
  jsonRows,
  one,
  run,
  type Statement,
  type Storage,
  sql,
  type Unit,
  undo,
  type WorldId,
} from "@varde/storage";
import { type Account, accountById } from "../accounts/account.ts";
import { internalAccountId } from "../accounts/internal-account.ts";
import { afterEveryId } from "../constants.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import { accountUnknown, balanceTooLarge, type LedgerRefusal } from "../ledger-refusal.ts";
import { moveOpening, type TransactionToPost } from "./post-transactions.ts";
import { dayTable, postingTable, transactionTable } from "./transaction.ts";

/** A transaction to load in bulk. It has an id, so that loading it twice is refused. */
export type TransactionToLoad = Omit<TransactionToPost, "exchange"> & { readonly id: string };

/**
 * Loads many transactions into an account, in one unit of a few statements. The caller chooses how
 * many transactions to load per unit. The account's balance stays the same.
 */
export function loadTransactions(
  { storage }: LedgerParts,
  worldId: WorldId,
  accountId: AccountId,
  transactions: readonly TransactionToLoad[],
  at: bigint,
): Promise<LedgerRefusal | undefined> {
  return storage.write(function* () {
    const account = yield* accountById(worldId, accountId);
    if (account === undefined || account.closedAt !== null) return accountUnknown;
    return yield* loadInto(account, transactions, at);
  });
}

function* loadInto(
  account: Account,
  transactions: readonly TransactionToLoad[],
  at: bigint,
): Unit<undefined, LedgerRefusal> {
  const sumMinor = addMinor(...transactions.map(({ amountMinor }) => amountMinor));
  if (typeof sumMinor === "string") return yield* undo(balanceTooLarge);
  const rows = jsonRows(
    transactions.map(({ id, bookingDate, valueDate, amountMinor, texts }) => [
      id,
      bookingDate,
      valueDate,
      String(amountMinor),
      JSON.stringify(texts),
    ]),
  );
  const [moved] = yield* run(
    ...moveOpening(account, sumMinor),
    insertTransactions(account, rows, at),
    insertPostings(account, rows),
    countDays(account, rows),
  );
  if (moved !== 1n) yield* undo(balanceTooLarge);
  return undefined;
}

const insertTransactions = ({ worldId }: Account, rows: Fragment, at: bigint): Statement =>
  sql`insert into ledger_transaction (${transactionTable.columns})
    select ${worldId}, value ->> 0, 'history', value ->> 1, value ->> 2, cast(${at} as bigint),
      null, null, null, null, value ->> 4
    from ${rows}`;

/** Inserts both sides of each transaction: the account's and the bank's equity. */
const insertPostings = ({ worldId, id, currency }: Account, rows: Fragment): Statement =>
  sql`insert into ledger_posting (${postingTable.columns})
    select ${worldId}, leg.column1, value ->> 1, value ->> 0, ${currency},
      leg.column2 * cast(value ->> 3 as bigint)
    from ${rows},
      (values (${id}, 1), (${internalAccountId("equity", currency)}, -1)) as leg`;

const countDays = ({ worldId, id }: Account, rows: Fragment): Statement =>
  sql`insert into ledger_day (${dayTable.columns})
    select ${worldId}, ${id}, value ->> 1, count(*)
    from ${rows}
    where true group by value ->> 1
    on conflict (world_id, account_id, booking_date)
    do update set postings = ledger_day.postings + excluded.postings`;

/** Returns the greatest transaction id with this prefix, or undefined. */
export async function lastTransactionId(
  storage: Storage,
  worldId: WorldId,
  beginning: string,
): Promise<string | undefined> {
  const row = await storage.read(() =>
    one<{ id: string | null }>(
      sql`select max(id) as id from ledger_transaction
        where world_id = ${worldId} and id > ${beginning}
          and id < ${`${beginning}${afterEveryId}`}`,
    ),
  );
  return row?.id ?? undefined;
}
