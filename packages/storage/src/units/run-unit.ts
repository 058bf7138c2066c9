import type { Statement } from "./sql.ts";
import { type StatementResult, Undo, type Unit } from "./unit.ts";

/**
 * Runs a unit on a synchronous engine, and returns its value or its `Undo`. A
 * statement that fails ends the unit from outside: the generator cannot catch the error and
 * continue, because it could not on PostgreSQL either.
 */
export function runUnit<T, V>(
  unit: () => Unit<T, V>,
  runStatement: (statement: Statement) => StatementResult,
): T | Undo<V> {
  const steps = unit();
  let step = steps.next();
  while (step.done !== true) {
    if (step.value instanceof Undo) return step.value;
    step = steps.next(step.value.map(runStatement));
  }
  return step.value;
}
