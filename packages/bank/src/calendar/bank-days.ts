import { BoundedMap } from "@varde/storage";
import { easterSunday } from "./easter-sunday.ts";
import { Temporal } from "./temporal.ts";

/** Days counted from Easter Sunday: Maundy Thursday to Whit Monday. */
const movableHolidays = [-3, -2, 1, 39, 50];
const fixedHolidays = ["01-01", "05-01", "05-17", "12-24", "12-25", "12-26"];

const holidaysByYear = new Map<number, ReadonlySet<string>>();

const holidaysOf = (year: number): ReadonlySet<string> => {
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
  return date.dayOfWeek <= 5 && !holidaysOf(date.year).has(day);
};

/** Cached because every payment asks, mostly for the same few days. */
const knownBankDays = new BoundedMap<string, string>(2_000);

/** The day itself if it is a bank day, else the next one. */
export const bankDayFrom = (day: string): string => {
  const known = knownBankDays.get(day);
  if (known !== undefined) return known;
  let date = Temporal.PlainDate.from(day);
  while (!isBankDay(date.toString())) date = date.add({ days: 1 });
  knownBankDays.set(day, date.toString());
  return date.toString();
};

/** The first bank day after the given day. */
export const bankDayAfter = (day: string): string =>
  bankDayFrom(Temporal.PlainDate.from(day).add({ days: 1 }).toString());

/** The day itself if it is a bank day, else the one before. */
export const bankDayUntil = (day: string): string => {
  let date = Temporal.PlainDate.from(day);
  while (!isBankDay(date.toString())) date = date.subtract({ days: 1 });
  return date.toString();
};

/** The bank day that lies `count` bank days before the given day. */
export const bankDaysBefore = (day: string, count: number): string => {
  let date = Temporal.PlainDate.from(day);
  for (let passed = 0; passed < count; passed += 1) {
    do date = date.subtract({ days: 1 });
    while (!isBankDay(date.toString()));
  }
  return date.toString();
};
