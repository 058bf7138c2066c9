import type { Violation } from "../violation.ts";
import { formatError } from "./rule.ts";

const countedInDays: ReadonlySet<string> = new Set(["Daily", "Weekly", "EveryTwoWeeks"]);

/** A day of the month is named with the frequencies that count in months, and only then. */
export function dayOfExecutionBelongsToMonths({
  frequency,
  dayOfExecution,
}: {
  readonly frequency: string;
  readonly dayOfExecution?: string;
}): Violation | undefined {
  if (dayOfExecution === undefined || !countedInDays.has(frequency)) return undefined;
  const hint = `is a day of the month; ${frequency} counts from startDate, so leave it out`;
  return formatError("/dayOfExecution", hint);
}
