import type { PeriodicNdctBody } from "@varde/protocol";
import { bankDayFrom, bankDayUntil } from "../calendar/bank-days.ts";
import { Temporal } from "../calendar/temporal.ts";
import type { Payment } from "./payment.ts";

/** When a periodic payment is made, as its body says. */
export type Schedule = Pick<
  PeriodicNdctBody,
  "startDate" | "endDate" | "frequency" | "dayOfExecution" | "monthsOfExecution" | "executionRule"
>;

/** One time a periodic payment is made: the day of the calendar, and the bank day it becomes. */
export interface Execution {
  readonly date: string;
  readonly bankDay: string;
}

const daysBetween: Readonly<Record<string, number>> = { Daily: 1, Weekly: 7, EveryTwoWeeks: 14 };
const monthsBetween: Readonly<Record<string, number>> = {
  Monthly: 1,
  EveryTwoMonths: 2,
  Quarterly: 3,
  SemiAnnual: 6,
  Annual: 12,
  MonthlyVariable: 1,
};

/** Whether it counts in months, so that a day of the month means something. */
export const countsInMonths = ({ frequency }: Pick<Schedule, "frequency">): boolean =>
  Object.hasOwn(monthsBetween, frequency);

/** When a kept order is made; `body` is what the TPP sent. */
export const scheduleOf = ({ body }: Pick<Payment, "body">): Schedule =>
  JSON.parse(body) as Schedule;

/** The first execution on the given bank day or later, if there is a day for one at all. */
export const firstExecution = (schedule: Schedule, from = ""): Execution | undefined =>
  find(schedule, ({ bankDay }) => bankDay >= from);

/**
 * The execution after one that was made. Two days that a weekend pushes onto the same bank day are
 * one execution: a daily payment is made on bank days.
 */
export const nextExecution = (schedule: Schedule, made: Execution): Execution | undefined =>
  find(schedule, ({ date, bankDay }) => date > made.date && bankDay > made.bankDay);

const find = (
  schedule: Schedule,
  isWanted: (execution: Execution) => boolean,
): Execution | undefined => {
  const adjust = schedule.executionRule?.startsWith("prec") ? bankDayUntil : bankDayFrom;
  for (const date of datesOf(schedule)) {
    if (schedule.endDate !== undefined && date > schedule.endDate) return undefined;
    const execution = { date, bankDay: adjust(date) };
    if (isWanted(execution)) return execution;
  }
  return undefined;
};

/** The days of the calendar, from the start on. Whoever asks stops at the end date. */
function* datesOf(schedule: Schedule): Generator<string, void> {
  const days = daysBetween[schedule.frequency];
  const start = Temporal.PlainDate.from(schedule.startDate);
  if (days === undefined) yield* monthlyDates(schedule, start);
  else for (let count = 0; ; count += 1) yield start.add({ days: days * count }).toString();
}

function* monthlyDates(schedule: Schedule, start: Temporal.PlainDate): Generator<string, void> {
  const day = Number(schedule.dayOfExecution ?? start.day);
  const step = monthsBetween[schedule.frequency] ?? 1;
  // A day of the month that had passed at the start falls into the month after.
  const first = start.toPlainYearMonth().add({ months: dayIn(start, day) < start.day ? 1 : 0 });
  const months = schedule.monthsOfExecution?.map(Number);
  for (let count = 0; ; count += step) {
    const month = first.add({ months: count });
    if (months !== undefined && !months.includes(month.month)) continue;
    yield month.toPlainDate({ day: Math.min(day, month.daysInMonth) }).toString();
  }
}

/** The 31st is the last day of every month, and so is any day that a month does not have. */
const dayIn = (date: Temporal.PlainDate, day: number): number => Math.min(day, date.daysInMonth);
