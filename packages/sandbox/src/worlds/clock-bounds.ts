import { type Parsed, parsed, unparsable } from "@varde/protocol";
import { Temporal } from "../temporal.ts";

/** Before it nothing that this bank offers was there. */
const firstDay = "2015-01-01";
const yearsAheadMax = 10;

/**
 * Whether a world's clock may stand at an instant. Every batch between where it stood and where it
 * is put is run, so how far ahead it may go bounds that work.
 */
export const boundClock = (atMs: number, machineMs: number): Parsed<number> => {
  const lastDay = Temporal.Instant.fromEpochMilliseconds(machineMs)
    .toZonedDateTimeISO("UTC")
    .toPlainDate()
    .add({ years: yearsAheadMax });
  const isWithin =
    atMs >= Date.parse(firstDay) && atMs < Date.parse(lastDay.add({ days: 1 }).toString());
  return isWithin
    ? parsed(atMs)
    : unparsable(
        `the clock goes from ${firstDay} to ${lastDay}, which is ${yearsAheadMax} years ahead ` +
          "of the machine's",
      );
};
