import {
  type AccountId,
  run,
  type Statement,
  sql,
  type Unit,
  undo,
  type WorldId,
} from "@varde/storage";
import type { Account } from "../accounts/account.ts";
import { internalAccountId } from "../accounts/internal-account.ts";
import { openingTransactionId } from "../accounts/open-account.ts";
import { accountById } from "../accounts/read-account.ts";
import { openingDate, postingChunkTransactions } from "../constants.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import { accountUnknown, type LedgerRefusal } from "../ledger-refusal.ts";
import type { CurrencyExchange, TransactionTexts } from "./transaction.ts";

/** A transaction to load, from the account's point of view. The other side is the bank's equity. */
export interface TransactionToPost {
  /** Defaults to a new id. */
  readonly id?: string;
  /** YYYY-MM-DD */
  readonly bookingDate: string;
  /** YYYY-MM-DD */
  readonly valueDate: string;
  readonly amountMinor: bigint;
  readonly exchange?: CurrencyExchange;
  readonly texts: TransactionTexts;
}

export interface HistoryToPost {
  readonly worldId: WorldId;
  readonly accountId: AccountId;
  readonly transactions: readonly TransactionToPost[];
  /**
   * "moved": the transactions change the booked balance. "unchanged": the opening balance is
   * adjusted instead, so that the history adds up to the account's current balance.
   */
  readonly balance: "moved" | "unchanged";
}

/** Loads history into an account and returns the transaction ids in order. */
export async function postTransactions(
  parts: LedgerParts,
  history: HistoryToPost,
  at: bigint,
): Promise<readonly string[] | LedgerRefusal> {
  const withIds = history.transactions.map((transaction) => ({
    transaction,
    id: transaction.id ?? parts.ids.newId(),
  }));
  for (let start = 0; start < withIds.length; start += postingChunkTransactions) {
    const chunk = withIds.slice(start, start + postingChunkTransactions);
    const refusal = await parts.storage.write(() => postChunk(history, chunk, at));
    if (refusal !== undefined) return refusal;
  }
  return withIds.map(({ id }) => id);
}

interface IdentifiedTransaction {
  readonly id: string;
  readonly transaction: TransactionToPost;
}

function* postChunk(
  history: HistoryToPost,
  chunk: readonly IdentifiedTransaction[],
  at: bigint,
): Unit<undefined, LedgerRefusal> {
  const account = yield* accountById(history.worldId, history.accountId);
  if (account === undefined || account.closedAt !== null) return yield* undo(accountUnknown);
  const sumMinor = chunk.reduce((sum, { transaction }) => sum + transaction.amountMinor, 0n);
  const [moved] = yield* run(
    ...(history.balance === "moved"
      ? [moveBalance(account, sumMinor, at)]
      : moveOpening(account, sumMinor)),
  );
  if (moved !== 1n) yield* undo(belowCreditLine);
  yield* run(
    ...chunk.flatMap(({ id, transaction }) => postingStatements(account, id, transaction, at)),
  );
  return undefined;
}

const belowCreditLine: LedgerRefusal = {
  refused: "below-credit-line",
  text: "The account would fall below its credit line.",
};

/** Changes one row, or none if the account would fall below its credit line. */
export function moveBalance(account: Account, sumMinor: bigint, at: bigint): Statement {
  return sql`update ledger_account
    set booked_minor = booked_minor + ${sumMinor}, changed_at = ${at}
    where world_id = ${account.worldId} and id = ${account.id}
      and booked_minor + ${sumMinor} - reserved_minor + credit_line_minor >= 0`;
}

export function moveOpening(account: Account, sumMinor: bigint): Statement[] {
  const openingId = openingTransactionId(account.id);
  return [
    sql`update ledger_posting set amount_minor = amount_minor - ${sumMinor}
      where world_id = ${account.worldId} and account_id = ${account.id}
        and booking_date = ${openingDate} and transaction_id = ${openingId}`,
    sql`update ledger_posting set amount_minor = amount_minor + ${sumMinor}
      where world_id = ${account.worldId}
        and account_id = ${internalAccountId("equity", account.currency)}
        and booking_date = ${openingDate} and transaction_id = ${openingId}`,
  ];
}

/**
 * Inserts the transaction, its two postings and the day's count. The caller changes the balance.
 */
export function postingStatements(
  account: Account,
  id: string,
  transaction: TransactionToPost,
  at: bigint,
): Statement[] {
  const { worldId, currency } = account;
  const { bookingDate, amountMinor, exchange } = transaction;
  return [
    sql`insert into ledger_transaction (world_id, id, kind, booking_date, value_date, booked_at,
        instruction_id, original_currency, original_minor, rate_ppm, texts)
      values (${worldId}, ${id}, 'history', ${bookingDate}, ${transaction.valueDate}, ${at}, null,
        ${exchange?.originalCurrency ?? null}, ${exchange?.originalMinor ?? null},
        ${exchange?.ratePpm ?? null}, ${JSON.stringify(transaction.texts)})`,
    sql`insert into ledger_posting (world_id, account_id, booking_date, transaction_id, currency,
        amount_minor)
      values (${worldId}, ${account.id}, ${bookingDate}, ${id}, ${currency}, ${amountMinor}),
        (${worldId}, ${internalAccountId("equity", currency)}, ${bookingDate}, ${id}, ${currency},
        ${-amountMinor})`,
    sql`insert into ledger_day (world_id, account_id, booking_date, postings)
      values (${worldId}, ${account.id}, ${bookingDate}, 1)
      on conflict (world_id, account_id, booking_date)
      do update set postings = ledger_day.postings + 1`,
  ];
}
