import { Invalid, isInvalid } from "../invalid.ts";
import type { Brand } from "./brand.ts";

/** A date that exists, written YYYY-MM-DD. Dates can be compared as strings. */
export type IsoDate = Brand<"IsoDate">;

const dateForm = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/**
 * Parses a date and checks that it exists.
 *
 * @example
 * parseIsoDate("2026-02-30"); // Invalid { reason: "is not a date that exists" }
 */
export function parseIsoDate(text: string): IsoDate | Invalid {
  const match = dateForm.exec(text);
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

const dateTimeForm =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]{1,9})?(?:Z|[+-]([0-9]{2}):([0-9]{2}))$/;

/**
 * Formats an instant as it is written in bodies: UTC, whole seconds.
 *
 * @example
 * formatDateTime(1794703763000); // "2026-11-15T00:49:23+00:00"
 */
export function formatDateTime(epochMilliseconds: number | bigint): string {
  return `${new Date(Number(epochMilliseconds)).toISOString().slice(0, 19)}+00:00`;
}

/** Parses a date-time with an offset into epoch milliseconds. */
export function parseDateTime(text: string): number | Invalid {
  const [, date = "", hour, minute, second, offsetHour = "0", offsetMinute = "0"] =
    dateTimeForm.exec(text) ?? [];
  const isReal =
    isIsoDate(date) &&
    Number(hour) <= 23 &&
    Number(minute) <= 59 &&
    Number(second) <= 59 &&
    Number(offsetHour) <= 23 &&
    Number(offsetMinute) <= 59;
  return isReal
    ? Date.parse(text)
    : new Invalid("is not a date-time; write it like 2026-11-15T00:49:23+00:00");
}
