import { isInvalid } from "../../invalid.ts";
import { parseIsoDate } from "../../values/dates.ts";
import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/**
 * Requires the end date of a periodic payment, if present, to exist and not to be before its start.
 */
export function endDateIsNotBeforeStartDate({
  startDate,
  endDate,
}: {
  readonly startDate: string;
  readonly endDate?: string;
}): Violation | undefined {
  if (endDate === undefined) return undefined;
  const day = parseIsoDate(endDate);
  if (isInvalid(day)) return formatError("/endDate", day.reason);
  return day < startDate
    ? formatError("/endDate", "is before startDate; give startDate or a later date")
    : undefined;
}
