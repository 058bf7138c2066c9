import type { Violation } from "../../violation.ts";

const text =
  "requestedExecutionDate is not taken: an instant payment is made at once; leave it out.";

/** An instant payment is made at once and takes no day. */
export function executionDateIsAbsent(body: object): Violation | undefined {
  return "requestedExecutionDate" in body
    ? { code: "EXECUTION_DATE_INVALID", path: "/requestedExecutionDate", text }
    : undefined;
}
