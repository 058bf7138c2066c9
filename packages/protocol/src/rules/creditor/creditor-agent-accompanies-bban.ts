import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** Requires the creditor's bank in a cross-border payment to a BBAN. */
export function creditorAgentAccompaniesBban(body: {
  readonly creditorAgent?: string;
  readonly creditorAccount: { readonly bban?: string };
}): Violation | undefined {
  return body.creditorAccount.bban !== undefined && body.creditorAgent === undefined
    ? formatError("/creditorAgent", "is missing; give the BIC when creditorAccount has a bban")
    : undefined;
}
