import { BoundedMap } from "@varde/storage";
import { easterSunday } from "./easter-sunday.ts";
import { Temporal } from "./temporal.ts";

/** Offsets in days from Easter Sunday, from Maundy Thursday to Whit Monday. */
const movableHolidays = [-3, -2, 1, 39, 50];
const fixedHolidays = ["01-01", "05-01", "05-17", "12-24", "12-25", "12-26"];

const holidaysByYear = new Map<number, ReadonlySet<string>>();

const bankHolidays = (year: number): ReadonlySet<string> => {
  const known = holidaysByYear.get(year);
  if (known !== undefined) return known;
  const easter = easterSunday(year);
  const holidays = new Set([
    ...fixedHolidays.map((monthAndDay) => `${year}-${monthAndDay}`),
    ...movableHolidays.map((days) => easter.add({ days }).toString()),
  ]);
  holidaysByYear.set(year, holidays);
  return holidays;
};

/** Whether Norwegian banks clear payments on this day; 31 December is such a day. */
export const isBankDay = (day: string): boolean => {
  const date = Temporal.PlainDate.from(day);
  return date.dayOfWeek <= 5 && !bankHolidays(date.year).has(day);
};

/** Caches the result because every payment needs it, mostly for the same few days. */
const knownBankDays = new BoundedMap<string, string>(2_000);

/** Returns the day itself if it is a bank day, otherwise the next bank day. */
export const bankDayFrom = (day: string): string => {
  const known = knownBankDays.get(day);
  if (known !== undefined) return known;
  let date = Temporal.PlainDate.from(day);
  while (!isBankDay(date.toString())) date = date.add({ days: 1 });
  knownBankDays.set(day, date.toString());
  return date.toString();
};

/** Returns the first bank day after the given day. */
export const bankDayAfter = (day: string): string =>
  bankDayFrom(Temporal.PlainDate.from(day).add({ days: 1 }).toString());

/** Returns the day itself if it is a bank day, otherwise the previous bank day. */
export const bankDayUntil = (day: string): string => {
  let date = Temporal.PlainDate.from(day);
  while (!isBankDay(date.toString())) date = date.subtract({ days: 1 });
  return date.toString();
};

/** Returns the bank day that is `count` bank days before the given day. */
export const bankDaysBefore = (day: string, count: number): string => {
  let date = Temporal.PlainDate.from(day);
  for (let passed = 0; passed < count; passed += 1) {
    do date = date.subtract({ days: 1 });
    while (!isBankDay(date.toString()));
  }
  return date.toString();
};
