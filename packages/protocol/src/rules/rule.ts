import type { Parsed } from "../parsed.ts";
import type { Violation } from "../violation.ts";
import type { RuleFacts } from "./rule-facts.ts";

/** One statement that must hold of a body the schema has passed. */
export type Rule<Body> = (
  body: Body,
  facts: RuleFacts,
) => Violation | readonly Violation[] | undefined;

/** The violations of every rule of a table, in its order. */
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

/** A value of the wrong form; the text is a sentence that starts with the field's own name. */
export function formatError(path: string, clause: string): Violation {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { code: "FORMAT_ERROR", path, text: `${name} ${clause}.` };
}

/** The violation of a field whose value a parser refuses. */
export function refusal(path: string, result: Parsed<unknown>): Violation | undefined {
  return result.ok ? undefined : formatError(path, result.reason);
}
