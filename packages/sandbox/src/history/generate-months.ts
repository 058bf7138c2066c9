import type { AccountId } from "@varde/bank";
import { people } from "../data-set/people.ts";
import { companyExchanges, companyHabits } from "./company-habits.ts";
import { createTransfer, exchangeMovements, generateMovements, type Legs } from "./movement.ts";
import { privateHabits } from "./private-habits.ts";

/** Generates the movements of a number of months, starting with the first of the history. */
export function generateMonths(seed: number, count: number): readonly (readonly Legs[])[] {
  const months = Array.from({ length: count + 1 }, (_, month) => generateMonth(month, seed));
  const carried = new Map<string, bigint>();
  return months.slice(1).map((movements, at) => {
    const withBills = [...movements, ...cardBills(months[at] ?? [])];
    return [...withBills, ...savings(withBills, carried)];
  });
}

function generateMonth(month: number, seed: number): readonly Legs[] {
  return [
    ...[...privateHabits, ...companyHabits].flatMap((habit) =>
      generateMovements(habit, month, seed),
    ),
    ...companyExchanges.map(exchangeMovements),
  ];
}

/** Returns payments of credit card bills: purchases are paid the month after. */
function cardBills(monthBefore: readonly Legs[]): readonly Legs[] {
  return Object.values(people).flatMap(({ current, card }) => {
    const spentMinor = -accountSum(monthBefore, card.accountId);
    if (spentMinor <= 0n) return [];
    return [createTransfer(current.accountId, card.accountId, spentMinor, 21, "Kredittkort")];
  });
}

/**
 * Transfers a month's surplus to savings, or a deficit from savings, in whole hundreds. The rest is
 * carried over, so that the account ends the year with the balance it started with.
 */
function savings(movements: readonly Legs[], carried: Map<string, bigint>): readonly Legs[] {
  return Object.values(people).flatMap(({ current, savings }) => {
    const left = accountSum(movements, current.accountId) + (carried.get(current.accountId) ?? 0n);
    const rest = ((left % 100_00n) + 100_00n) % 100_00n;
    carried.set(current.accountId, rest);
    const whole = left - rest;
    if (whole === 0n) return [];
    return whole > 0n
      ? [createTransfer(current.accountId, savings.accountId, whole, 28, "Sparing")]
      : [createTransfer(savings.accountId, current.accountId, -whole, 2, "Fra sparekonto")];
  });
}

function accountSum(movements: readonly Legs[], accountId: AccountId): bigint {
  return movements
    .flat()
    .filter((movement) => movement.accountId === accountId)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}
