import { parseIsoDate } from "../../values/iso-date.ts";
import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** A periodic payment's last day, when given, exists and is not before its first. */
export function endDateIsNotBeforeStartDate({
  startDate,
  endDate,
}: {
  readonly startDate: string;
  readonly endDate?: string;
}): Violation | undefined {
  if (endDate === undefined) return undefined;
  const day = parseIsoDate(endDate);
  if (!day.ok) return formatError("/endDate", day.reason);
  return day.value < startDate
    ? formatError("/endDate", "is before startDate; give startDate or a later day")
    : undefined;
}
