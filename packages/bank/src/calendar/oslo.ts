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

const memoInstants = new Map<string, number>();
/** Enough for the batches of a year. */
const memoInstantsMax = 2_000;

/**
 * Returns the instant of a wall-clock time (HH:MM) on a day in Oslo. Cached, because a list of
 * batches needs hundreds, and mostly the same ones as before.
 */
export const osloInstant = (day: string, time: string): number => {
  const key = `${day} ${time}`;
  const known = memoInstants.get(key);
  if (known !== undefined) return known;
  const { epochMilliseconds } = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: zone,
    plainTime: time,
  });
  if (memoInstants.size >= memoInstantsMax) memoInstants.clear();
  memoInstants.set(key, epochMilliseconds);
  return epochMilliseconds;
};
