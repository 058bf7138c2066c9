import { osloInstant } from "../../calendar/oslo.ts";
import { Temporal } from "../../calendar/temporal.ts";
import type { Interval } from "./interval.ts";

/** A day of the calendar in Oslo. Where the clocks change it has 23 or 25 hours. */
export interface CalendarDay extends Interval {
  /** Like 2026-10-01. */
  readonly day: string;
}

/** A quarter of a year, like 2026-Q4, with its days. */
export interface Quarter extends Interval {
  readonly name: string;
  readonly days: readonly CalendarDay[];
}

/** Returns the quarter of a name like 2026-Q4, or undefined if the name is malformed. */
export const parseQuarter = (name: string): Quarter | undefined => {
  const [, year, quarter] = /^(20\d\d)-Q([1-4])$/.exec(name) ?? [];
  if (year === undefined || quarter === undefined) return undefined;
  const first = Temporal.PlainDate.from({
    year: Number(year),
    month: Number(quarter) * 3 - 2,
    day: 1,
  });
  const count = first.until(first.add({ months: 3 })).days;
  const days = Array.from({ length: count }, (_, at) => calendarDay(first.add({ days: at })));
  const to = calendarDay(first.add({ months: 3 })).from;
  return { name, days, from: days[0]?.from ?? to, to };
};

const calendarDay = (date: ReturnType<typeof Temporal.PlainDate.from>): CalendarDay => ({
  day: date.toString(),
  from: osloInstant(date.toString(), "00:00"),
  to: osloInstant(date.add({ days: 1 }).toString(), "00:00"),
});
