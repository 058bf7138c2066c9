import type { Violation } from "../../violation.ts";

const text =
  "requestedExecutionDate is not allowed: an instant payment is executed at once; leave it out.";

/** Refuses an execution date for an instant payment, which is executed immediately. */
export function executionDateIsAbsent(body: object): Violation | undefined {
  return "requestedExecutionDate" in body
    ? { code: "EXECUTION_DATE_INVALID", path: "/requestedExecutionDate", text }
    : undefined;
}
