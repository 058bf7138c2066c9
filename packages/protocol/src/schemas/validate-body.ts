import { type Violation, violationsMax } from "../violation.ts";
import { compileSchema } from "./compile-schema.ts";
import { explainFault } from "./explain-fault.ts";
import { listUnknownFields } from "./keep-known-fields.ts";
import type { Schema } from "./schema.ts";

/** What a body has too little and too much of. */
export interface BodyFindings {
  readonly violations: Violation[];
  /** JSON pointers of fields the schema does not know; they are no fault. */
  readonly unknownFields: string[];
}

/** A body with more values than this has only its first fault told, to bound the work. */
const valuesExplainedMax = 20_000;

/**
 * Holds a parsed body against a schema. Nothing is converted: "1" is no number, 1 is no string, and
 * null is not absent. Every fault is found, each with the JSON pointer of its field.
 *
 * @example
 * validateBody(basketBody, {}).violations[0]?.path; // "/paymentIds"
 */
export function validateBody(schema: Schema, body: unknown): BodyFindings {
  const compiled = compileSchema(schema);
  const unknownFields = listUnknownFields(schema, body);
  if (compiled.judge(body)) return { violations: [], unknownFields };
  return { violations: explain(schema, body), unknownFields };
}

function explain(schema: Schema, body: unknown): Violation[] {
  const { judge, explain: thorough } = compileSchema(schema);
  if (isLargerThan(body, valuesExplainedMax)) {
    judge(body);
    return (judge.errors ?? []).slice(0, 1).map((error) => ({
      code: "FORMAT_ERROR",
      ...(error.instancePath === "" ? {} : { path: error.instancePath }),
      text: "The body is very large and has a fault here; mend it and send the body again.",
    }));
  }
  const explainer = thorough();
  explainer(body);
  const violations: Violation[] = [];
  const paths = new Set<string>();
  for (const error of explainer.errors ?? []) {
    const violation = explainFault(error, schema);
    // An empty string breaks several bounds at once, and one of them says it all.
    const path = violation.path ?? "";
    if (paths.has(path)) continue;
    paths.add(path);
    violations.push(violation);
    if (violations.length === violationsMax) break;
  }
  return violations;
}

function isLargerThan(body: unknown, max: number): boolean {
  let left = max;
  const pending: unknown[] = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    left -= 1;
    if (left < 0) return true;
    if (typeof value === "object" && value !== null) {
      for (const inner of Object.values(value)) pending.push(inner);
    }
  }
  return false;
}
