import { Temporal } from "@varde/bank";
import type { TransactionToPost } from "@varde/ledger";
import { people } from "../people.ts";
import { type BookingDays, bookingDaysOf } from "./booking-days.ts";
import { companyExchanges, companyHabits } from "./company-habits.ts";
import { exchangeMovements, type Movement, movementsOf, transferOf } from "./movement.ts";
import { privateHabits } from "./private-habits.ts";

const historyMonths = 12;

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
  for (const [at, movements] of yearOf(seed).entries()) {
    const days = bookingDaysOf(end.subtract({ months: historyMonths - at }));
    for (const [accountId, own] of Map.groupBy(movements, ({ accountId }) => accountId)) {
      const transactions = byAccount.get(accountId) ?? [];
      byAccount.set(accountId, transactions);
      transactions.push(...dated(own, at + 1, days));
    }
  }
  return [...byAccount].map(([accountId, transactions]) => ({ accountId, transactions }));
}

/** The movements of each month, the oldest first. */
function yearOf(seed: number): readonly (readonly Movement[])[] {
  const months = Array.from({ length: historyMonths + 1 }, (_, month) => habitsOf(month, seed));
  const carried = new Map<string, bigint>();
  return months.slice(1).map((movements, at) => {
    const withBills = [...movements, ...cardBills(months[at] ?? [])];
    return [...withBills, ...savings(withBills, carried)];
  });
}

function habitsOf(month: number, seed: number): readonly Movement[] {
  return [
    ...[...privateHabits, ...companyHabits].flatMap((habit) => movementsOf(habit, month, seed)),
    ...companyExchanges.flatMap(exchangeMovements),
  ];
}

/** What was bought with a credit card is paid the month after. */
function cardBills(monthBefore: readonly Movement[]): readonly Movement[] {
  return Object.values(people).flatMap(({ current, card }) => {
    const spentMinor = -sumOf(monthBefore, card.accountId);
    if (spentMinor <= 0n) return [];
    return transferOf(current.accountId, card.accountId, spentMinor, 21, "Kredittkort");
  });
}

/**
 * What is left of a month goes to savings in whole hundreds, and what is missing comes from there;
 * the rest is carried on, so that the account ends the year where it began.
 */
function savings(
  movements: readonly Movement[],
  carried: Map<string, bigint>,
): readonly Movement[] {
  return Object.values(people).flatMap(({ current, savings }) => {
    const left = sumOf(movements, current.accountId) + (carried.get(current.accountId) ?? 0n);
    const rest = ((left % 100_00n) + 100_00n) % 100_00n;
    carried.set(current.accountId, rest);
    const whole = left - rest;
    if (whole === 0n) return [];
    return whole > 0n
      ? transferOf(current.accountId, savings.accountId, whole, 28, "Sparing")
      : transferOf(savings.accountId, current.accountId, -whole, 2, "Fra sparekonto");
  });
}

function sumOf(movements: readonly Movement[], accountId: string): bigint {
  return movements
    .filter((movement) => movement.accountId === accountId)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

function dated(
  movements: readonly Movement[],
  month: number,
  days: BookingDays,
): readonly TransactionToPost[] {
  const inOrder = movements.toSorted((left, right) => left.day - right.day);
  return inOrder.map(({ accountId, kind, day, amountMinor, exchange, texts }, at) => {
    const bookingDate = days.bookingDayOf(day);
    const attributes = { transactionDate: days.dayOf(day) };
    return {
      id: `${accountId}-${twoDigits(month)}-${twoDigits(at + 1)}`,
      bookingDate,
      valueDate: bookingDate,
      amountMinor,
      ...(exchange === undefined ? {} : { exchange }),
      texts: kind === "purchase" ? { ...texts, attributes } : texts,
    };
  });
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
