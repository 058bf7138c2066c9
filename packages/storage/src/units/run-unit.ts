import assert from "node:assert";
import type { Statement } from "./sql.ts";
import { Conclusion, type StatementResult, Undo, type Unit } from "./unit.ts";

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
    if (step.value instanceof Conclusion) {
      const results = runConclusion(step.value, runStatement);
      if (results instanceof Undo) return results;
      step = steps.next(results);
      assert.ok(step.done, "A unit continued after its conclusion.");
    } else {
      step = steps.next(step.value.map(runStatement));
    }
  }
  return step.value;
}

function runConclusion<V>(
  { statements }: Conclusion<V>,
  runStatement: (statement: Statement) => StatementResult,
): StatementResult[] | Undo<V> {
  const results: StatementResult[] = [];
  for (const each of statements) {
    const isRequired = "otherwise" in each;
    const result = runStatement(isRequired ? each.statement : each);
    if (isRequired && result.changes === 0n) return new Undo(each.otherwise);
    results.push(result);
  }
  return results;
}
