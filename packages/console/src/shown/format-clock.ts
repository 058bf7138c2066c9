const oslo = "Europe/Oslo";
const clockFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: oslo,
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const minuteFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: oslo,
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const momentFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: oslo,
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const secondFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: oslo,
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const hourFormat = new Intl.DateTimeFormat("en-GB", {
  timeZone: oslo,
  hour: "2-digit",
  minute: "2-digit",
});

const osloParts = new Intl.DateTimeFormat("en-GB", {
  timeZone: oslo,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

/** Times are shown in Oslo, as the bank's calendar and batches are. */
export const formatClock = (ms: number): string => clockFormat.format(ms).replace(",", "");
export const formatMinute = (iso: string): string => minuteFormat.format(Date.parse(iso));
export const formatMoment = (iso: string): string => momentFormat.format(Date.parse(iso));
export const formatHour = (iso: string): string => hourFormat.format(Date.parse(iso));
export const formatSecond = (iso: string): string => secondFormat.format(Date.parse(iso));

/** Reads a time of Oslo without an offset, as in 2026-11-16T10:30. Returns epoch milliseconds. */
export const parseOsloTime = (text: string): number => {
  const utc = Date.parse(`${text}Z`);
  const shown = Object.fromEntries(
    osloParts.formatToParts(utc).map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute } = shown;
  return utc - (Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`) - utc);
};

/** Returns a rough distance, such as "in 2 h" for a time that is two hours ahead. */
export const formatDistance = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 120) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 1440)} days`;
};
