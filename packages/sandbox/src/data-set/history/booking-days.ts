import { Temporal } from "@varde/bank";
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
  const isOpen = days.map(isBankDay);
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

const fixedHolidays = new Set(["01-01", "05-01", "05-17", "12-24", "12-25", "12-26"]);
const daysFromEaster = [-3, -2, 1, 39, 50];

function isBankDay(date: Temporal.PlainDate): boolean {
  if (date.dayOfWeek > 5 || fixedHolidays.has(date.toString().slice(5))) return false;
  const easter = easterSunday(date.year);
  return !daysFromEaster.some((days) => easter.add({ days }).equals(date));
}

/** Gauss's rule in the form that holds for the years 1900 to 2099. */
function easterSunday(year: number): Temporal.PlainDate {
  const moon = (19 * (year % 19) + 24) % 30;
  const week = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const tooLate = (moon === 29 && week === 6) || (moon === 28 && week === 6 && year % 19 > 10);
  const days = moon + week - (tooLate ? 7 : 0);
  return Temporal.PlainDate.from({ year, month: 3, day: 22 }).add({ days });
}
