import { dayOneYearAfter, type IsoDate, parseIsoDate } from "../../values/iso-date.ts";
import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";
import type { RuleFacts } from "../rule-facts.ts";

/** The wished day exists, is not past, and is at most a year ahead. */
export function executionDateIsPossible(
  { requestedExecutionDate }: { readonly requestedExecutionDate?: string },
  facts: RuleFacts,
): Violation | undefined {
  return dayIsPossible("/requestedExecutionDate", requestedExecutionDate, facts);
}

/** The first day of a periodic payment exists, is not past, and is at most a year ahead. */
export function startDateIsPossible(
  { startDate }: { readonly startDate: string },
  facts: RuleFacts,
): Violation | undefined {
  return dayIsPossible("/startDate", startDate, facts);
}

function dayIsPossible(
  path: string,
  text: string | undefined,
  { today }: RuleFacts,
): Violation | undefined {
  if (text === undefined) return undefined;
  const day = parseIsoDate(text);
  if (!day.ok) return formatError(path, day.reason);
  const last = dayOneYearAfter(today as IsoDate);
  const name = path.slice(1);
  if (day.value < today) {
    const text = `${name} ${day.value} is past; give ${today} or a later day.`;
    return { code: "EXECUTION_DATE_INVALID", path, text };
  }
  if (day.value > last) {
    const text = `${name} ${day.value} is more than a year ahead; give ${last} or an earlier day.`;
    return { code: "EXECUTION_DATE_INVALID", path, text };
  }
  return undefined;
}
