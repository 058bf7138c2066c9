import { isKeyOf, isRecord } from "@varde/protocol";
import type { Outcome } from "../../ports/core-bank.ts";

/** Whether an outcome must have a reason, which is stored with the payment. */
const hasReason: Readonly<Record<Outcome["kind"], boolean>> = {
  pending: false,
  settled: false,
  sent: false,
  "no-funds": false,
  refused: true,
  returned: true,
};

/**
 * Whether a value is a valid outcome. A malformed one must not count as an outcome, or the payment
 * would be treated as delivered.
 */
export const isOutcome = (value: unknown): value is Outcome => {
  if (!isRecord(value) || !isKeyOf(hasReason, value.kind)) return false;
  return !hasReason[value.kind] || typeof value.reason === "string";
};
