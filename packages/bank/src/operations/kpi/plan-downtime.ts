import { randomUUID } from "node:crypto";
import { Temporal } from "../../calendar/temporal.ts";
import type { PlannedDowntime } from "./kpi-store.ts";

/** Planned downtime that is malformed. The message is one sentence. */
export class PlannedDowntimeRefused extends Error {
  override readonly name = "PlannedDowntimeRefused";
}

const daysMax = 7;
const reasonCharactersMax = 200;

/**
 * Creates planned downtime from texts. Times are like 2026-11-20T02:00, in Oslo, or have an offset
 * from UTC.
 */
export const planDowntime = (from: string, to: string, reason: string): PlannedDowntime => {
  const [startsAt, endsAt] = [parseTime(from), parseTime(to)];
  if (endsAt <= startsAt) throw new PlannedDowntimeRefused(`${to} is not after ${from}.`);
  if (endsAt - startsAt > daysMax * 24 * 60 * 60_000) {
    throw new PlannedDowntimeRefused(`The downtime is longer than ${daysMax} days; split it.`);
  }
  const text = reason.trim();
  if (text === "" || text.length > reasonCharactersMax) {
    throw new PlannedDowntimeRefused(
      `The reason has ${text.length} characters; give 1 to ${reasonCharactersMax}.`,
    );
  }
  return { downtimeId: randomUUID(), startsAt, endsAt, reason: text };
};

const parseTime = (text: string): number => {
  try {
    return /(Z|[+-]\d\d:?\d\d)$/.test(text)
      ? Temporal.Instant.from(text).epochMilliseconds
      : Temporal.PlainDateTime.from(text).toZonedDateTime("Europe/Oslo", {
          disambiguation: "reject",
        }).epochMilliseconds;
  } catch (cause) {
    throw new PlannedDowntimeRefused(
      `"${text}" is not a time; write it like 2026-11-20T02:00 (in Oslo) or ` +
        "2026-11-20T02:00+01:00, which is also clear on the day the clocks change.",
      { cause },
    );
  }
};
