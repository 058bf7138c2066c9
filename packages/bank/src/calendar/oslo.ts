import { Temporal } from "./temporal.ts";

const zone = "Europe/Oslo";

let memoMinute = Number.NaN;
let memoDay = "";

/** Returns the day in Oslo at an instant. Cached per minute, because every request needs it. */
export const osloDay = (epochMs: number): string => {
  const minute = Math.floor(epochMs / 60_000);
  if (minute !== memoMinute) {
    memoMinute = minute;
    memoDay = Temporal.Instant.fromEpochMilliseconds(epochMs)
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .toString();
  }
  return memoDay;
};

/** Returns the wall-clock time (HH:MM) in Oslo at an instant. */
export const osloTime = (epochMs: number): string =>
  Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: "minute" });

/** Returns the instant of a wall-clock time (HH:MM) on a day in Oslo. */
export const osloInstant = (day: string, time: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: time })
    .epochMilliseconds;
