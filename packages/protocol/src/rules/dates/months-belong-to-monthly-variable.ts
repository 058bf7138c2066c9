import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** Months are named with the frequency MonthlyVariable, and only then. */
export function monthsBelongToMonthlyVariable({
  frequency,
  monthsOfExecution,
}: {
  readonly frequency: string;
  readonly monthsOfExecution?: readonly string[];
}): Violation | undefined {
  const isVariable = frequency === "MonthlyVariable";
  if (isVariable && monthsOfExecution === undefined) {
    return formatError("/monthsOfExecution", "is missing; MonthlyVariable needs the months");
  }
  return !isVariable && monthsOfExecution !== undefined
    ? formatError("/monthsOfExecution", "goes with MonthlyVariable only; leave it out")
    : undefined;
}
