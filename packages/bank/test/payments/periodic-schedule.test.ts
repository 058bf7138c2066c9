import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Bank } from "../../src/bank.ts";
import { isBankDay } from "../../src/calendar/bank-days.ts";
import { batchTimesDefault } from "../../src/calendar/batch-times.ts";
import {
  type Execution,
  firstExecution,
  firstExecutionAt,
  nextExecution,
  type Schedule,
} from "../../src/payments/periodic-schedule.ts";

const executions = (schedule: Schedule, count: number): readonly string[] => {
  const found: Execution[] = [];
  for (let next = firstExecution(schedule); next !== undefined && found.length < count; ) {
    found.push(next);
    next = nextExecution(schedule, next);
  }
  return found.map(({ bankDay }) => bankDay);
};

// biome-ignore format: one aligned table
const table: readonly (readonly [string, Schedule, readonly string[]])[] = [
  ["the 31st is the last day of every month",
    { startDate: "2026-11-01", frequency: "Monthly", dayOfExecution: "31" },
    ["2026-11-30", "2026-12-31", "2027-02-01", "2027-03-01"]],
  ["preceding moves to the bank day before",
    { startDate: "2027-01-01", frequency: "Monthly", dayOfExecution: "31", executionRule: "preceding" },
    ["2027-01-29", "2027-02-26", "2027-03-31"]],
  ["preceeding, the misspelt value, moves to the bank day before",
    { startDate: "2027-01-01", frequency: "Monthly", dayOfExecution: "31", executionRule: "preceeding" },
    ["2027-01-29", "2027-02-26", "2027-03-31"]],
  ["without dayOfExecution the day of startDate is used, or the last day of a short month",
    { startDate: "2027-08-30", frequency: "EveryTwoMonths" },
    ["2027-08-30", "2027-11-01", "2027-12-30", "2028-02-29"]],
  ["a day before the start date is executed in the next month",
    { startDate: "2026-11-20", frequency: "Quarterly", dayOfExecution: "15" },
    ["2026-12-15", "2027-03-15", "2027-06-15"]],
  ["every two weeks counts from the start date",
    { startDate: "2026-12-10", frequency: "EveryTwoWeeks", endDate: "2027-01-21" },
    ["2026-12-10", "2026-12-28", "2027-01-07", "2027-01-21"]],
  ["daily is once every bank day",
    { startDate: "2026-12-22", frequency: "Daily" },
    ["2026-12-22", "2026-12-23", "2026-12-28", "2026-12-29"]],
  ["MonthlyVariable is executed only in monthsOfExecution",
    { startDate: "2026-11-16", frequency: "MonthlyVariable", dayOfExecution: "10", monthsOfExecution: ["6", "12"] },
    ["2026-12-10", "2027-06-10", "2027-12-10"]],
  ["the end date is included",
    { startDate: "2026-12-24", frequency: "Weekly", endDate: "2026-12-31" },
    ["2026-12-28", "2026-12-31"]],
  ["a schedule that ends before its first date has no execution",
    { startDate: "2026-11-20", endDate: "2026-12-10", frequency: "Monthly", dayOfExecution: "15" },
    []],
  ["a yearly schedule on the 31st",
    { startDate: "2027-02-28", frequency: "Annual", dayOfExecution: "31" },
    ["2027-03-01", "2028-02-29"]],
];

for (const [title, schedule, expected] of table) {
  test(`a schedule: ${title}`, () => {
    const found = executions(schedule, Math.max(expected.length, 1));
    assert.deepEqual(found, expected);
  });
}

test("STA-17: what is due on the last day cannot be signed after the run of that day", () => {
  const bank = { configuration: { batchTimes: batchTimesDefault } } as Pick<Bank, "configuration">;
  const at = (time: string) => Date.parse(`2026-11-16T${time}:00+01:00`);
  const schedule = { startDate: "2026-11-16", frequency: "Weekly" } as const;
  const today = { date: "2026-11-16", bankDay: "2026-11-16" };
  const ending = { ...schedule, endDate: "2026-11-16" };
  assert.deepEqual(firstExecutionAt(ending, at("04:59"), bank), today);
  assert.equal(firstExecutionAt(ending, at("05:01"), bank), undefined);
  const later = { ...schedule, endDate: "2026-11-17" };
  assert.deepEqual(firstExecutionAt(later, at("05:01"), bank), today);
});

test("the executions of any schedule are on bank days, each later than the one before", () => {
  const schedules = fc.record({
    startDate: fc
      .integer({ min: 0, max: 1500 })
      .map((days) => Temporal.PlainDate.from("2026-11-16").add({ days }).toString()),
    frequency: fc.constantFrom("Daily", "Weekly", "EveryTwoWeeks", "Monthly", "SemiAnnual"),
    dayOfExecution: fc.option(fc.integer({ min: 1, max: 31 }).map(String), { nil: undefined }),
    executionRule: fc.constantFrom("following", "preceding", undefined),
  });
  fc.assert(
    fc.property(schedules, (drawn) => {
      const days = executions(JSON.parse(JSON.stringify(drawn)) as Schedule, 12);
      assert.equal(days.length, 12);
      for (const [index, day] of days.entries()) {
        assert(isBankDay(day), day);
        assert(index === 0 || day > (days[index - 1] ?? ""), days.join(" "));
      }
    }),
    { numRuns: 200 },
  );
});
