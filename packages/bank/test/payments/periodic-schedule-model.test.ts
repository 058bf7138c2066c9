import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type Execution,
  firstExecution,
  nextExecution,
  type Schedule,
} from "../../src/payments/periodic-schedule.ts";

/** The bank holidays of three years that are not at a weekend, from the calendar. */
const holidays = new Set(
  `2026-01-01 2026-04-02 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-05-25 2026-12-24
   2026-12-25 2027-01-01 2027-03-25 2027-03-26 2027-03-29 2027-05-06 2027-05-17 2027-12-24
   2028-04-13 2028-04-14 2028-04-17 2028-05-01 2028-05-17 2028-05-25 2028-06-05 2028-12-25
   2028-12-26 2029-01-01 2029-03-29 2029-03-30 2029-04-02 2029-05-01 2029-05-10 2029-05-17
   2029-05-21 2029-12-24 2029-12-25 2029-12-26 2030-01-01`.split(/\s+/),
);

const dayMs = 86_400_000;
const firstDay = Date.parse("2026-01-01T00:00:00Z") / dayMs;
const dayCount = 3 * 365 + 1;
const lastDay = firstDay + dayCount;
const textOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
const isBankDay = (day: number) =>
  ![0, 6].includes(new Date(day * dayMs).getUTCDay()) && !holidays.has(textOf(day));

interface Drawn {
  readonly frequency: Schedule["frequency"];
  readonly rule: "following" | "preceding";
  readonly start: number;
  readonly end: number;
  readonly dayOfExecution: number | undefined;
  readonly months: readonly number[];
}

const everyDays: Readonly<Record<string, number>> = { Daily: 1, Weekly: 7, EveryTwoWeeks: 14 };
const everyMonths: Readonly<Record<string, number>> = {
  Monthly: 1,
  EveryTwoMonths: 2,
  Quarterly: 3,
  SemiAnnual: 6,
  Annual: 12,
  MonthlyVariable: 1,
};

/** Asks of each day whether the order names it, and moves those that it names. */
const modelled = ({ frequency, rule, start, end, ...drawn }: Drawn): readonly string[] => {
  const startDate = new Date(start * dayMs);
  const wanted = drawn.dayOfExecution ?? startDate.getUTCDate();
  const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
  const isOnDay = (day: number) => {
    const date = new Date(day * dayMs);
    const isLast = new Date((day + 1) * dayMs).getUTCDate() === 1;
    return date.getUTCDate() === wanted || (isLast && date.getUTCDate() < wanted);
  };
  let firstMonth: number | undefined;
  const days = new Set<number>();
  for (let day = start; day <= end; day += 1) {
    const date = new Date(day * dayMs);
    const step = everyDays[frequency];
    if (step !== undefined) {
      if ((day - start) % step !== 0) continue;
    } else {
      if (!isOnDay(day)) continue;
      firstMonth ??= monthOf(date);
      if ((monthOf(date) - firstMonth) % (everyMonths[frequency] ?? 1) !== 0) continue;
      const isNamed = drawn.months.includes(date.getUTCMonth() + 1);
      if (frequency === "MonthlyVariable" && !isNamed) continue;
    }
    const nearest = (direction: 1 | -1) => {
      for (let moved = day; moved >= start && moved <= end; moved += direction) {
        if (isBankDay(moved)) return moved;
      }
      return undefined;
    };
    const moved = rule === "following" ? (nearest(1) ?? nearest(-1)) : (nearest(-1) ?? nearest(1));
    if (moved !== undefined) days.add(moved);
  }
  return [...days].toSorted((one, other) => one - other).map(textOf);
};

const scheduled = ({ frequency, rule, start, end, ...drawn }: Drawn): readonly string[] => {
  const isMonthly = everyMonths[frequency] !== undefined;
  const schedule: Schedule = {
    startDate: textOf(start),
    endDate: textOf(end),
    frequency,
    executionRule: rule,
    ...(isMonthly &&
      drawn.dayOfExecution !== undefined && {
        dayOfExecution: String(drawn.dayOfExecution) as NonNullable<Schedule["dayOfExecution"]>,
      }),
    ...(frequency === "MonthlyVariable" && {
      monthsOfExecution: drawn.months.map(String) as NonNullable<Schedule["monthsOfExecution"]>,
    }),
  };
  const found: Execution[] = [];
  for (let next = firstExecution(schedule); next !== undefined; ) {
    found.push(next);
    next = nextExecution(schedule, next);
  }
  return found.map(({ bankDay }) => bankDay);
};

const day = fc.integer({ min: 0, max: dayCount - 1 });
const length = fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 400 }));
const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    frequency: fc.constantFrom(
      ...(Object.keys({ ...everyDays, ...everyMonths }) as Schedule["frequency"][]),
    ),
    rule: fc.constantFrom("following" as const, "preceding" as const),
    start: day.map((days) => firstDay + days),
    length: fc.oneof({ weight: 9, arbitrary: length }, { weight: 1, arbitrary: day }),
    dayOfExecution: fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined }),
    months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 11 }),
  })
  .map(({ length: days, ...rest }) => ({
    ...rest,
    // Finding the next of many days takes long, and each day is like the one a week before.
    end: Math.min(rest.start + (rest.frequency === "Daily" ? days % 60 : days), lastDay),
  }));

test("STA-17: the executions of any schedule are those of a model that looks at every day", () => {
  const property = fc.property(drawn, (one) => {
    assert.deepEqual(scheduled(one), modelled(one));
  });
  fc.assert(property, { seed: 20261116, numRuns: 2_000 });
});
