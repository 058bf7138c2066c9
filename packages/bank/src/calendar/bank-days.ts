import { BoundedMap } from "@varde/storage";
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

/** Returns Easter Sunday by the Meeus/Butcher computus. */
export const easterSunday = (year: number): Temporal.PlainDate => {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return Temporal.PlainDate.from({ year, month, day });
};
