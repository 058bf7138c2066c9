import { parseBic } from "../../values/bic.ts";
import type { Violation } from "../../violation.ts";
import { refusal } from "../rule.ts";

/** Requires creditorAgent, if present, to be a BIC. */
export function creditorAgentIsABic({
  creditorAgent,
}: {
  readonly creditorAgent?: string;
}): Violation | undefined {
  return creditorAgent === undefined
    ? undefined
    : refusal("/creditorAgent", parseBic(creditorAgent));
}
