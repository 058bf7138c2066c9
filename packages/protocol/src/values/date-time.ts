import { Invalid } from "../invalid.ts";
import { isIsoDate } from "./iso-date.ts";

const form =
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
    form.exec(text) ?? [];
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
