import { UsageError } from "../command.ts";

const form = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Reads a day or a time of an option, in Oslo time unless it has a zone. Returns undefined if the
 * option is not given.
 */
export const readInstant = (option: string, given: string | undefined): number | undefined => {
  if (given === undefined) return undefined;
  if (!form.test(given))
    throw new UsageError(`--${option} must be a day or a time, not "${given}"`);
  try {
    if (/(?:Z|[+-]\d{2}:\d{2})$/.test(given) && given.includes("T")) {
      return Temporal.Instant.from(given).epochMilliseconds;
    }
    const local = Temporal.PlainDateTime.from(given);
    return local.toZonedDateTime("Europe/Oslo").epochMilliseconds;
  } catch (cause) {
    throw new UsageError(`--${option} is not a time of the calendar: "${given}"`, { cause });
  }
};
