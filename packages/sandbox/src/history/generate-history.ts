import type { AccountId } from "@varde/bank";
import type { TransactionToPost } from "@varde/ledger";
import type { DataSet } from "../data-set/data-set.ts";
import { Temporal } from "../temporal.ts";
import { dateMonth } from "./date-month.ts";
import { generateMonths } from "./generate-months.ts";

/** Number of months of history in a new world. */
export const historyMonths = 12;

/** The history of one account, oldest first. */
export interface AccountHistory {
  readonly accountId: AccountId;
  readonly transactions: readonly TransactionToPost[];
}

/**
 * Generates the history up to the month before the given day. Amounts and ids depend only on the
 * seed and the number of months ago; the dates follow the calendar.
 */
export function generateHistory(
  dataSet: DataSet,
  day: string,
  seed: number,
): readonly AccountHistory[] {
  const end = Temporal.PlainDate.from(day).toPlainYearMonth();
  const byAccount = new Map<string, TransactionToPost[]>();
  for (const [at, movements] of generateMonths(dataSet, seed, historyMonths).entries()) {
    const month = end.subtract({ months: historyMonths - at });
    for (const { accountId, transaction } of dateMonth(movements, at + 1, month).values()) {
      const transactions = byAccount.get(accountId) ?? [];
      byAccount.set(accountId, transactions);
      transactions.push(transaction);
    }
  }
  return [...byAccount].map(([accountId, transactions]) => ({ accountId, transactions }));
}
