import { Invalid } from "@varde/protocol";
import { Temporal } from "../temporal.ts";

/** First day a clock can be set to; the services of this bank did not exist before. */
const firstDay = "2015-01-01";
const yearsAheadMax = 10;

/**
 * Checks that a world's clock may be set to an instant. Every batch on the way there is run, so the
 * upper bound limits that work.
 */
export const boundClock = (atMs: number, machineMs: number): number | Invalid => {
  const lastDay = Temporal.Instant.fromEpochMilliseconds(machineMs)
    .toZonedDateTimeISO("UTC")
    .toPlainDate()
    .add({ years: yearsAheadMax });
  const isWithin =
    atMs >= Date.parse(firstDay) && atMs < Date.parse(lastDay.add({ days: 1 }).toString());
  return isWithin
    ? atMs
    : new Invalid(
        `the clock must be between ${firstDay} and ${lastDay}, which is ${yearsAheadMax} years ` +
          "ahead of the machine's",
      );
};
