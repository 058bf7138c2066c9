import { type Invalid, isInvalid } from "../invalid.ts";
import type { Violation } from "../violation.ts";
import type { RuleFacts } from "./rule-facts.ts";

/** Returns the violations of one statement that must be true for a body that passed its schema. */
export type Rule<Body> = (
  body: Body,
  facts: RuleFacts,
) => Violation | readonly Violation[] | undefined;

/** Collects the violations of a list of rules, in the order of the list. */
export function applyRules<Body>(
  rules: readonly Rule<Body>[],
  body: Body,
  facts: RuleFacts,
): Violation[] {
  const violations: Violation[] = [];
  for (const rule of rules) {
    const found = rule(body, facts);
    if (found === undefined) continue;
    if ("code" in found) violations.push(found);
    else violations.push(...found);
  }
  return violations;
}

/** Builds a FORMAT_ERROR. Its text is a sentence that starts with the name of the field. */
export function formatError(path: string, clause: string): Violation {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { code: "FORMAT_ERROR", path, text: `${name} ${clause}.` };
}

/** Turns the result of a parser into a violation of the field, or undefined if it succeeded. */
export function refusal(path: string, result: unknown | Invalid): Violation | undefined {
  return isInvalid(result) ? formatError(path, result.reason) : undefined;
}
