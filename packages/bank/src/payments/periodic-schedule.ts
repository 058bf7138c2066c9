import type { PeriodicNdctBody } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { bankDayFrom, bankDayUntil } from "../calendar/bank-days.ts";
import { nextBatch } from "../calendar/batch-times.ts";
import { osloDay } from "../calendar/oslo.ts";
import { Temporal } from "../calendar/temporal.ts";
import type { Payment } from "../records/payment.ts";
import type { StoredPaymentBody } from "./stored-body.ts";

/** The schedule in the body of a periodic payment. */
export type Schedule = Pick<
  PeriodicNdctBody,
  "startDate" | "endDate" | "frequency" | "dayOfExecution" | "monthsOfExecution" | "executionRule"
>;

/** The body of a stored periodic payment. */
export type PeriodicBody = StoredPaymentBody & Schedule;

/**
 * An execution of a periodic payment: its calendar date, and the bank day on which it is executed.
 */
export interface Execution {
  readonly date: string;
  readonly bankDay: string;
}

type Interval = { readonly days: number } | { readonly months: number };

/** The time between two executions. */
const intervals: Readonly<Record<Schedule["frequency"], Interval>> = {
  Daily: { days: 1 },
  Weekly: { days: 7 },
  EveryTwoWeeks: { days: 14 },
  Monthly: { months: 1 },
  EveryTwoMonths: { months: 2 },
  Quarterly: { months: 3 },
  SemiAnnual: { months: 6 },
  Annual: { months: 12 },
  MonthlyVariable: { months: 1 },
};

/** Whether the frequency counts in months, so that dayOfExecution applies. */
export const countsInMonths = ({ frequency }: Pick<Schedule, "frequency">): boolean =>
  "months" in intervals[frequency];

/** Reads the body of a stored periodic payment: the order and its schedule. */
export const readPeriodicBody = ({ body }: Pick<Payment, "body">): PeriodicBody =>
  JSON.parse(body) as PeriodicBody;

/** Returns the first execution, if there is one. */
export const firstExecution = (schedule: Schedule): Execution | undefined =>
  find(schedule, () => true);

/**
 * Returns the first execution of an order that is signed now. After the run of a day, the run of
 * the next bank day executes what is due on it, unless that is after the end of the order.
 */
export const firstExecutionAt = (
  schedule: Schedule,
  now: number,
  { configuration }: Pick<Bank, "configuration">,
): Execution | undefined => {
  const today = osloDay(now);
  const nextRun = osloDay(nextBatch(configuration.batchTimes, "periodic", now).dueAt);
  const isInTime = nextRun <= (schedule.endDate ?? nextRun);
  return find(schedule, ({ bankDay }) => bankDay >= today && (bankDay > today || isInTime));
};

/**
 * Returns the execution after a given one. Two dates that fall on the same bank day are one
 * execution: a daily payment is executed on bank days.
 */
export const nextExecution = (schedule: Schedule, made: Execution): Execution | undefined =>
  find(schedule, ({ bankDay }) => bankDay > made.bankDay, made.date);

const find = (
  schedule: Schedule,
  isMatch: (execution: Execution) => boolean,
  after = "",
): Execution | undefined => {
  for (const date of calendarDates(schedule)) {
    if (schedule.endDate !== undefined && date > schedule.endDate) return undefined;
    if (date <= after) continue;
    const bankDay = chooseBankDay(date, schedule);
    if (bankDay !== undefined && isMatch({ date, bankDay })) return { date, bankDay };
  }
  return undefined;
};

/**
 * STA-17: moves a date to a bank day between the start and the end of the order: by the rule, or
 * the other way where the rule would leave them. Returns undefined if there is none.
 */
const chooseBankDay = (
  date: string,
  { executionRule, startDate, endDate }: Schedule,
): string | undefined => {
  const both = [bankDayFrom(date), bankDayUntil(date)];
  if (executionRule?.startsWith("prec")) both.reverse();
  return both.find((day) => day >= startDate && day <= (endDate ?? day));
};

/** Yields the calendar dates from the start. The caller stops at the end date. */
function* calendarDates(schedule: Schedule): Generator<string, void> {
  const interval = intervals[schedule.frequency];
  const start = Temporal.PlainDate.from(schedule.startDate);
  if ("months" in interval) {
    yield* monthlyDates(schedule, start, interval.months);
  } else {
    for (let days = 0; ; days += interval.days) yield start.add({ days }).toString();
  }
}

function* monthlyDates(
  schedule: Schedule,
  start: Temporal.PlainDate,
  step: number,
): Generator<string, void> {
  const day = Number(schedule.dayOfExecution ?? start.day);
  // If the day of the month is before the start date, the first execution is in the next month.
  const first = start.toPlainYearMonth().add({ months: dayIn(start, day) < start.day ? 1 : 0 });
  const months = schedule.monthsOfExecution?.map(Number);
  for (let count = 0; ; count += step) {
    const month = first.add({ months: count });
    if (months !== undefined && !months.includes(month.month)) continue;
    yield month.toPlainDate({ day: Math.min(day, month.daysInMonth) }).toString();
  }
}

/** A day that a month does not have is its last day. */
const dayIn = (date: Temporal.PlainDate, day: number): number => Math.min(day, date.daysInMonth);
