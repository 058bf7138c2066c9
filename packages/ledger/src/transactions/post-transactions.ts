import { addMinor, type Minor, minorMax } from "@varde/protocol/money";
import {
  type AccountId,
  type RecordOf,
  run,
  type Statement,
  sql,
  type Unit,
  undo,
  type WorldId,
} from "@varde/storage";
import { type Account, accountById } from "../accounts/account.ts";
import { internalAccountId } from "../accounts/internal-account.ts";
import { openingDate, postingChunkTransactions } from "../constants.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import { accountUnknown, balanceTooLarge, type LedgerRefusal } from "../ledger-refusal.ts";
import {
  type CurrencyExchange,
  dayTable,
  openingTransactionId,
  postingTable,
  type TransactionTexts,
  transactionTable,
  withoutExchange,
} from "./transaction.ts";

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
  const chunks: Chunk[] = [];
  for (let start = 0; start < withIds.length; start += postingChunkTransactions) {
    const some = withIds.slice(start, start + postingChunkTransactions);
    const sumMinor = addMinor(...some.map(({ transaction }) => transaction.amountMinor));
    if (typeof sumMinor === "string") return balanceTooLarge;
    chunks.push({ transactions: some, sumMinor });
  }
  for (const chunk of chunks) {
    const refusal = await parts.storage.write(() => postChunk(history, chunk, at));
    if (refusal !== undefined) return refusal;
  }
  return withIds.map(({ id }) => id);
}

/** Transactions that one unit posts. */
interface Chunk {
  readonly transactions: readonly IdentifiedTransaction[];
  readonly sumMinor: Minor;
}

interface IdentifiedTransaction {
  readonly id: string;
  readonly transaction: TransactionToPost;
}

function* postChunk(
  history: HistoryToPost,
  { transactions, sumMinor }: Chunk,
  at: bigint,
): Unit<undefined, LedgerRefusal> {
  const account = yield* accountById(history.worldId, history.accountId);
  if (account === undefined || account.closedAt !== null) return yield* undo(accountUnknown);
  const [moved] = yield* run(
    ...(history.balance === "moved"
      ? [moveBalance(account, sumMinor, at)]
      : moveOpening(account, sumMinor)),
  );
  if (moved !== 1n) {
    const isDebited = history.balance === "moved" && sumMinor < 0n;
    yield* undo(isDebited ? belowCreditLine : balanceTooLarge);
  }
  yield* run(
    ...transactions.flatMap(({ id, transaction }) =>
      postingStatements(account, id, transaction, at),
    ),
  );
  return undefined;
}

const belowCreditLine: LedgerRefusal = {
  refused: "below-credit-line",
  text: "The account would fall below its credit line.",
};

/**
 * Changes one row, or none if the account would fall below its credit line or its balances would
 * have more than 18 digits.
 */
export function moveBalance(account: Account, sumMinor: Minor, at: bigint): Statement {
  return sql`update ledger_account
    set booked_minor = booked_minor + ${sumMinor}, changed_at = ${at}
    where world_id = ${account.worldId} and id = ${account.id}
      and booked_minor + ${sumMinor} - reserved_minor + credit_line_minor >= 0
      and booked_minor + ${sumMinor} + credit_line_minor <= ${minorMax}`;
}

/** Changes one row each, or none if the opening balance would have more than 18 digits. */
export function moveOpening(account: Account, sumMinor: Minor): Statement[] {
  const openingId = openingTransactionId(account.id);
  return [
    sql`update ledger_posting set amount_minor = amount_minor - ${sumMinor}
      where world_id = ${account.worldId} and account_id = ${account.id}
        and booking_date = ${openingDate} and transaction_id = ${openingId}
        and amount_minor - ${sumMinor} between ${-minorMax} and ${minorMax}`,
    sql`update ledger_posting set amount_minor = amount_minor + ${sumMinor}
      where world_id = ${account.worldId}
        and account_id = ${internalAccountId("equity", account.currency)}
        and booking_date = ${openingDate} and transaction_id = ${openingId}
        and amount_minor + ${sumMinor} between ${-minorMax} and ${minorMax}`,
  ];
}

/** Inserts a transaction of the account with the bank's equity. The caller changes the balance. */
export function equityStatements(
  { id: accountId, currency }: Pick<Account, "id" | "currency">,
  transaction: RecordOf<typeof transactionTable>,
  amountMinor: bigint,
): Statement[] {
  const { worldId, bookingDate, id: transactionId } = transaction;
  return [
    transactionTable.insert(transaction),
    sql`insert into ledger_posting (${postingTable.columns})
      values (${worldId}, ${accountId}, ${bookingDate}, ${transactionId}, ${currency},
        ${amountMinor}), (${worldId}, ${internalAccountId("equity", currency)}, ${bookingDate},
        ${transactionId}, ${currency}, ${-amountMinor})`,
  ];
}

/** Inserts a transaction of the account and counts it. The caller changes the balance. */
export function postingStatements(
  account: Account,
  id: string,
  transaction: TransactionToPost,
  at: bigint,
): Statement[] {
  const { worldId, id: accountId } = account;
  const { bookingDate, valueDate, amountMinor, exchange = withoutExchange, texts } = transaction;
  const record = {
    worldId,
    id,
    kind: "history",
    bookingDate,
    valueDate,
    bookedAt: at,
    instructionId: null,
    ...exchange,
    texts,
  } as const;
  return [
    ...equityStatements(account, record, amountMinor),
    sql`${dayTable.insert({ worldId, accountId, bookingDate, postings: 1n })}
      on conflict (world_id, account_id, booking_date)
      do update set postings = ledger_day.postings + 1`,
  ];
}
