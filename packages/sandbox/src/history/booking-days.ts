import { isBankDay } from "@varde/bank";

/** When things are booked in one month, by the day of the month they were meant for. */
export interface BookingDays {
  /** The day itself, YYYY-MM-DD; the month's last when the month is shorter. */
  dayOf(day: number): string;
  /** The same day or the next bank day, but never one of the next month. */
  bookingDayOf(day: number): string;
}

export function bookingDaysOf(month: Temporal.PlainYearMonth): BookingDays {
  const days = Array.from({ length: month.daysInMonth }, (_, at) =>
    month.toPlainDate({ day: at + 1 }),
  );
  const isOpen = days.map((date) => isBankDay(date.toString()));
  const lastOpen = isOpen.lastIndexOf(true);
  const at = (index: number) => String(days[index]);
  const inMonth = (day: number) => Math.min(day, days.length) - 1;
  return {
    dayOf: (day) => at(inMonth(day)),
    bookingDayOf: (day) => {
      const open = isOpen.indexOf(true, inMonth(day));
      return at(open === -1 ? lastOpen : open);
    },
  };
}
