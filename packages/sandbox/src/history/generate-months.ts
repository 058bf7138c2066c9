import type { AccountId } from "@varde/bank";
import { addMinor, knownMinor } from "@varde/protocol/money";
import type { DataSet } from "../data-set/data-set.ts";
import type { SeededPrivateCustomer } from "../data-set/people.ts";
import { companyExchanges, companyHabits } from "./company-habits.ts";
import {
  type AccountBook,
  createTransfer,
  exchangeMovements,
  generateMovements,
  type Legs,
  openAccountBook,
} from "./movement.ts";
import { privateHabits } from "./private-habits.ts";

/** Generates the movements of a number of months, starting with the first of the history. */
export function generateMonths(
  dataSet: DataSet,
  seed: number,
  count: number,
): readonly (readonly Legs[])[] {
  const book = openAccountBook(dataSet);
  const habits = [...privateHabits(dataSet), ...companyHabits(dataSet)];
  const exchanges = companyExchanges(dataSet);
  const months = Array.from({ length: count + 1 }, (_, month) => [
    ...habits.flatMap((habit) => generateMovements(book, habit, month, seed)),
    ...exchanges.map((habit) => exchangeMovements(book, habit)),
  ]);
  const carried = new Map<string, bigint>();
  const people = Object.values(dataSet.people);
  return months.slice(1).map((movements, at) => {
    const withBills = [...movements, ...cardBills(book, people, months[at] ?? [])];
    return [...withBills, ...savings(book, people, withBills, carried)];
  });
}

/** Returns payments of credit card bills: purchases are paid the month after. */
function cardBills(
  book: AccountBook,
  people: readonly SeededPrivateCustomer[],
  monthBefore: readonly Legs[],
): readonly Legs[] {
  return people.flatMap(({ current, card }) => {
    const spentMinor = -accountSum(monthBefore, card.accountId);
    if (spentMinor <= 0n) return [];
    return [createTransfer(book, current.accountId, card.accountId, spentMinor, 21, "Kredittkort")];
  });
}

/**
 * Transfers a month's surplus to savings, or a deficit from savings, in whole hundreds. The rest is
 * carried over, so that the account ends the year with the balance it started with.
 */
function savings(
  book: AccountBook,
  people: readonly SeededPrivateCustomer[],
  movements: readonly Legs[],
  carried: Map<string, bigint>,
): readonly Legs[] {
  return people.flatMap(({ current, savings }) => {
    const left = knownMinor(
      addMinor(accountSum(movements, current.accountId), carried.get(current.accountId) ?? 0n),
    );
    const rest = ((left % 100_00n) + 100_00n) % 100_00n;
    carried.set(current.accountId, rest);
    const whole = left - rest;
    if (whole === 0n) return [];
    return whole > 0n
      ? [createTransfer(book, current.accountId, savings.accountId, whole, 28, "Sparing")]
      : [createTransfer(book, savings.accountId, current.accountId, -whole, 2, "Fra sparekonto")];
  });
}

function accountSum(movements: readonly Legs[], accountId: AccountId): bigint {
  const own = movements.flat().filter((movement) => movement.accountId === accountId);
  return knownMinor(addMinor(...own.map(({ amountMinor }) => amountMinor)));
}
