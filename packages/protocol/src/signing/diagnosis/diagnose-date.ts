import { isInvalid } from "../../invalid.ts";
import type { Reader } from "../../reader.ts";
import { formatDateHeader, parseDateHeader } from "../date-header.ts";

const hourMs = 3_600_000;
const zoneHoursMax = 14;
const toleranceMs = 60_000;

/** Date forms that are not IMF-fixdate; each continues "The Date header ". */
const forms: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^\d{4}-\d\d-\d\d[T ]/, "is in ISO 8601"],
  [/^\d{10}$/, "is a number of seconds since 1970"],
  [/^\d{13}$/, "is a number of milliseconds since 1970"],
  [/^["'].*["']$/, "is in quotes"],
  [/^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} /, "is in RFC 850 form"],
  [/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/, "is in the form of asctime"],
  [/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d \w+ \d{4}$/, "is what Java's Date prints"],
  [/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} /, "is what JavaScript's Date.toString prints"],
  [/^[A-Z][a-z]+day, /, "has the whole name of the weekday; use its first three letters"],
  [/:\d\d\.\d+ /, "has fractions of a second; leave them out"],
  [/ \d:\d\d/, "has an hour of one digit; write two"],
  [/ (?:UTC|UT|Z)$/, "ends with the zone UTC; write GMT"],
  [/ (?:gmt|Gmt)$/, "has GMT in the wrong letter case"],
  [/ (?!GMT)[A-Z]{3,4}$/, "has the name of a zone; convert the time to GMT"],
  [/:\d\d$/, "has no zone; convert the time to GMT and write GMT"],
];

/** Spellings of weekdays and months that are not the English abbreviations of IMF-fixdate. */
const imfShape = /^([^\s,]+),? (\d{1,2}) ([^\s]+) (\d{4}) \d\d:\d\d:\d\d GMT$/;
const names = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$/;

const diagnoseNames = (value: string): string | undefined => {
  const [, weekday = "", , month = ""] = imfShape.exec(value) ?? [];
  const other = [weekday, month].find((name) => name !== "" && !names.test(name));
  if (other === undefined) {
    return weekday !== "" && !value.includes(",") ? "has no comma after the weekday" : undefined;
  }
  const capital = other.charAt(0).toUpperCase() + other.slice(1).toLowerCase();
  return names.test(capital)
    ? `has ${other} in the wrong letter case; write ${capital}`
    : `has ${other}, which is not an English abbreviation of a weekday or month`;
};

/** Finds a local time that is labelled as GMT: the difference is a whole number of hours. */
const diagnoseZone = (dateMs: number, arrivedMs: number): string | undefined => {
  const hours = Math.round((dateMs - arrivedMs) / hourMs);
  const rest = Math.abs(dateMs - arrivedMs - hours * hourMs);
  if (hours === 0 || Math.abs(hours) > zoneHoursMax || rest > toleranceMs) return undefined;
  const off = `${Math.abs(hours)} ${Math.abs(hours) === 1 ? "hour" : "hours"}`;
  return (
    `is ${off} ${hours > 0 ? "ahead" : "behind"}, so it is probably a local time labelled as ` +
    "GMT: the zone is wrong, not the clock"
  );
};

/**
 * Explains a Date header that is malformed or off by hours. The result continues "The Date header".
 * Returns undefined if no known mistake explains it.
 */
export const diagnoseDate = (
  _reader: Reader,
  value: string,
  arrivedMs: number,
): string | undefined => {
  const date = parseDateHeader(value);
  const why = isInvalid(date)
    ? (diagnoseNames(value) ?? forms.find(([pattern]) => pattern.test(value))?.[1])
    : diagnoseZone(date, arrivedMs);
  return why && `${why}; it was ${show(value)}, the right form is ${formatDateHeader(arrivedMs)}`;
};

const shownCharactersMax = 60;

const show = (value: string): string => `"${value.slice(0, shownCharactersMax)}"`;
