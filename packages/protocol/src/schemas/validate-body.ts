import { type Violation, violationsMax } from "../violation.ts";
import { compileSchema } from "./compile-schema.ts";
import { explainFault } from "./explain-fault.ts";
import { listUnknownFields } from "./keep-known-fields.ts";
import type { Schema } from "./schema.ts";

/** The violations and the unknown fields of a body. */
export interface BodyFindings {
  readonly violations: Violation[];
  /** JSON pointers of fields that are not in the schema, which is not a violation. */
  readonly unknownFields: string[];
}

/** Only the first fault is reported for a body with more values than this, to bound the work. */
const valuesExplainedMax = 20_000;

/**
 * Validates a parsed body against a schema. Values are not converted: "1" is not a number, 1 is not
 * a string, and null is not absent. Every fault is reported with the JSON pointer of its field.
 *
 * @example
 * validateBody(basketBody, {}).violations[0]?.path; // "/paymentIds"
 */
export function validateBody(schema: Schema, body: unknown): BodyFindings {
  const compiled = compileSchema(schema);
  const unknownFields = listUnknownFields(schema, body);
  if (compiled.validateFast(body)) return { violations: [], unknownFields };
  return { violations: explain(schema, body), unknownFields };
}

function explain(schema: Schema, body: unknown): Violation[] {
  const { validateFast, completeValidator } = compileSchema(schema);
  if (isLargerThan(body, valuesExplainedMax)) {
    validateFast(body);
    return (validateFast.errors ?? []).slice(0, 1).map((error) => ({
      code: "FORMAT_ERROR",
      ...(error.instancePath === "" ? {} : { path: error.instancePath }),
      text: "The body is very large and has a fault here; fix it and send the body again.",
    }));
  }
  const validate = completeValidator();
  validate(body);
  const violations: Violation[] = [];
  const paths = new Set<string>();
  for (const error of validate.errors ?? []) {
    const violation = explainFault(error, schema);
    // An empty string violates several bounds at once; one violation per field is enough.
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
    if (Array.isArray(value) && value.length > left) return true;
    if (typeof value === "object" && value !== null) {
      for (const inner of Object.values(value)) pending.push(inner);
    }
  }
  return false;
}
