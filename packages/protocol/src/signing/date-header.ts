import { Invalid } from "../invalid.ts";
import type { Tolerance } from "../tolerated-forms.ts";

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = "JanFebMarAprMayJunJulAugSepOctNovDec";

const datePattern = /^(\w{3}), (\d{1,2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (GMT|[+-]\d{4})$/;

const zoneMinutes = (zone: string): number => {
  if (zone === "GMT") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3));
  return zone.startsWith("-") ? -minutes : minutes;
};

let lastText = "";
let lastDate: number | Invalid | undefined;

/**
 * Parses a Date header into epoch milliseconds. The format is IMF-fixdate; a one-digit day and a
 * numeric zone are accepted too, because common clients send them. The last date is cached, because
 * requests of the same second share it.
 */
export const parseDateHeader = (value: string): number | Invalid => {
  if (lastDate === undefined || value !== lastText) {
    lastDate = parseDate(value);
    lastText = value;
  }
  return lastDate;
};

const parseDate = (value: string): number | Invalid => {
  const match = datePattern.exec(value);
  if (!match) return new Invalid('is not a date like "Sun, 05 Jan 2014 21:31:40 GMT"');
  const [weekday = "", month = "", zone = ""] = [match[1], match[3], match[8]];
  const [day = 0, year = 0, hour = 0, minute = 0, second = 0] = [2, 4, 5, 6, 7].map((group) =>
    Number(match[group]),
  );
  const monthIndex = months.indexOf(month) / 3;
  const local = Date.UTC(year, monthIndex, day, hour, minute, second);
  const back = new Date(local);
  const isReal =
    Number.isInteger(monthIndex) &&
    back.getUTCMonth() === monthIndex &&
    back.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  if (!isReal) return new Invalid("is not a date that exists");
  const rightWeekday = weekdays[back.getUTCDay()];
  if (rightWeekday !== weekday)
    return new Invalid(`has the weekday ${weekday}, but that date is a ${rightWeekday}`);
  return local - zoneMinutes(zone) * 60_000;
};

/** Formats a Date header as IMF-fixdate. */
export const formatDateHeader = (ms: number): string => new Date(ms).toUTCString();

/** Returns the tolerated forms of a Date header that was parsed to `ms`. */
export const findDateTolerances = (value: string, ms: number): readonly Tolerance[] => {
  if (value.length === imfFixdateCharacters && value.endsWith("GMT")) return [];
  const send = formatDateHeader(ms);
  const isShortDay = value[6] === " ";
  return [
    ...(isShortDay ? [{ form: "date-one-digit-day", send } as const] : []),
    ...(value.endsWith("GMT") ? [] : [{ form: "date-numeric-zone", send } as const]),
  ];
};

const imfFixdateCharacters = 29;
