import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** Requires months with the frequency MonthlyVariable, and refuses them with any other. */
export function monthsBelongToMonthlyVariable({
  frequency,
  monthsOfExecution,
}: {
  readonly frequency: string;
  readonly monthsOfExecution?: readonly string[];
}): Violation | undefined {
  const isVariable = frequency === "MonthlyVariable";
  if (isVariable && monthsOfExecution === undefined) {
    return formatError("/monthsOfExecution", "is missing; it is required with MonthlyVariable");
  }
  return !isVariable && monthsOfExecution !== undefined
    ? formatError("/monthsOfExecution", "is only allowed with MonthlyVariable; leave it out")
    : undefined;
}
