import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** Requires the creditor's bank in a domestic payment to an account that is not in NOK. */
export function currencyAccountHasAgent(body: {
  readonly creditorAgent?: string;
  readonly creditorAccount: { readonly currency: string };
}): Violation | undefined {
  return body.creditorAccount.currency !== "NOK" && body.creditorAgent === undefined
    ? formatError("/creditorAgent", "is missing; give the BIC when the account is not in NOK")
    : undefined;
}
