import { isBankDay } from "@varde/bank";

/** Booking days of one month, by the nominal day of the month. */
export interface BookingDays {
  /** Returns the day as YYYY-MM-DD; the last day if the month is shorter. */
  nominalDate(day: number): string;
  /** Returns the day if it is a bank day, else the next bank day within the month. */
  bookingDate(day: number): string;
}

export function createBookingDays(month: Temporal.PlainYearMonth): BookingDays {
  const days = Array.from({ length: month.daysInMonth }, (_, at) =>
    month.toPlainDate({ day: at + 1 }),
  );
  const isOpen = days.map((date) => isBankDay(date.toString()));
  const lastOpen = isOpen.lastIndexOf(true);
  const at = (index: number) => String(days[index]);
  const inMonth = (day: number) => Math.min(day, days.length) - 1;
  return {
    nominalDate: (day) => at(inMonth(day)),
    bookingDate: (day) => {
      const open = isOpen.indexOf(true, inMonth(day));
      return at(open === -1 ? lastOpen : open);
    },
  };
}
