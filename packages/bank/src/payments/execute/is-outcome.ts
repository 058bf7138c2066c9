import type { Outcome } from "../../ports/core-bank.ts";

/** Whether an outcome has to say why: the reason is kept with the payment. */
const hasReason: Readonly<Record<Outcome["kind"], boolean>> = {
  settled: false,
  sent: false,
  "no-funds": false,
  refused: true,
  returned: true,
};

/**
 * Whether the core bank has said what became of an instruction, in words the bank knows. What it
 * does not understand must not pass for an answer: the payment would be taken for delivered.
 */
export const isOutcome = (told: unknown): told is Outcome => {
  if (typeof told !== "object" || told === null || !("kind" in told)) return false;
  if (!Object.hasOwn(hasReason, String(told.kind))) return false;
  return (
    !hasReason[told.kind as Outcome["kind"]] ||
    ("reason" in told && typeof told.reason === "string")
  );
};
