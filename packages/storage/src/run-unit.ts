import type { Statement } from "./sql.ts";
import type { Answer, Unit } from "./unit.ts";

/**
 * Runs a unit on an engine that answers at once. A statement that fails ends the unit from outside:
 * the generator cannot catch it and go on, because PostgreSQL could not either.
 */
export function runUnit<T>(unit: () => Unit<T>, answer: (statement: Statement) => Answer): T {
  const steps = unit();
  let step = steps.next();
  while (step.done !== true) {
    step = steps.next(step.value.map(answer));
  }
  return step.value;
}
