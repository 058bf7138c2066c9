import { isInvalid } from "../../invalid.ts";
import { dayOneYearAfter, type IsoDate, parseIsoDate } from "../../values/dates.ts";
import type { Violation } from "../../violation.ts";
import { formatError, type RuleFacts } from "../rule.ts";

/** Requires the requested execution date to exist, not to be past, and to be within a year. */
export function executionDateIsPossible(
  { requestedExecutionDate }: { readonly requestedExecutionDate?: string },
  facts: RuleFacts,
): Violation | undefined {
  return checkDate("/requestedExecutionDate", requestedExecutionDate, facts);
}

/**
 * Requires the start date of a periodic payment to exist, not to be past, and to be within a year.
 */
export function startDateIsPossible(
  { startDate }: { readonly startDate: string },
  facts: RuleFacts,
): Violation | undefined {
  return checkDate("/startDate", startDate, facts);
}

function checkDate(
  path: string,
  text: string | undefined,
  { today }: RuleFacts,
): Violation | undefined {
  if (text === undefined) return undefined;
  const day = parseIsoDate(text);
  if (isInvalid(day)) return formatError(path, day.reason);
  const last = dayOneYearAfter(today as IsoDate);
  const name = path.slice(1);
  if (day < today) {
    const text = `${name} ${day} is in the past; give ${today} or a later date.`;
    return { code: "EXECUTION_DATE_INVALID", path, text };
  }
  if (day > last) {
    const text = `${name} ${day} is more than a year ahead; give ${last} or an earlier date.`;
    return { code: "EXECUTION_DATE_INVALID", path, text };
  }
  return undefined;
}
