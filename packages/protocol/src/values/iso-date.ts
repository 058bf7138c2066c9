import { Invalid, isInvalid } from "../invalid.ts";
import type { Brand } from "./brand.ts";

/** A date that exists, written YYYY-MM-DD. Dates can be compared as strings. */
export type IsoDate = Brand<"IsoDate">;

const form = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/**
 * Parses a date and checks that it exists.
 *
 * @example
 * parseIsoDate("2026-02-30"); // Invalid { reason: "is not a date that exists" }
 */
export function parseIsoDate(text: string): IsoDate | Invalid {
  const match = form.exec(text);
  if (match === null) return new Invalid("is not a date; write it like 2026-11-15");
  const [, year, month, day] = match;
  return isDay(Number(year), Number(month), Number(day))
    ? (text as IsoDate)
    : new Invalid("is not a date that exists");
}

export function isIsoDate(text: string): text is IsoDate {
  return !isInvalid(parseIsoDate(text));
}

/** Returns the same date one year later; 29 February becomes 28 February. */
export function dayOneYearAfter(date: IsoDate): IsoDate {
  const year = String(Number(date.slice(0, 4)) + 1).padStart(4, "0");
  const rest = date.slice(4);
  return (rest === "-02-29" ? `${year}-02-28` : `${year}${rest}`) as IsoDate;
}

function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
