import type { TransactionToPost } from "@varde/ledger";
import { Temporal } from "../temporal.ts";
import { dateMonth } from "./date-month.ts";
import { generateMonths } from "./generate-months.ts";

/** How many months are behind a world when it is opened. */
export const historyMonths = 12;

/** What one account has behind it, oldest first. */
export interface AccountHistory {
  readonly accountId: string;
  readonly transactions: readonly TransactionToPost[];
}

/**
 * The history that ends with the month before the given day. Amounts and ids depend on the seed
 * and on how many months ago it was; only the dates follow the calendar.
 */
export function generateHistory(day: string, seed: number): readonly AccountHistory[] {
  const end = Temporal.PlainDate.from(day).toPlainYearMonth();
  const byAccount = new Map<string, TransactionToPost[]>();
  for (const [at, movements] of generateMonths(seed, historyMonths).entries()) {
    const month = end.subtract({ months: historyMonths - at });
    for (const { accountId, transaction } of dateMonth(movements, at + 1, month).values()) {
      const transactions = byAccount.get(accountId) ?? [];
      byAccount.set(accountId, transactions);
      transactions.push(transaction);
    }
  }
  return [...byAccount].map(([accountId, transactions]) => ({ accountId, transactions }));
}
