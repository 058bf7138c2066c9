import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** Requires the creditor's bank in a domestic payment to an account that is not in NOK. */
export function currencyAccountHasAgent(body: {
  readonly creditorAgent?: string;
  readonly creditorAccount: { readonly currency: string };
}): Violation | undefined {
  return body.creditorAccount.currency !== "NOK" && body.creditorAgent === undefined
    ? agentMissing("")
    : undefined;
}

/** The violation of an order at this path, also if the bank alone knows the account's currency. */
export const agentMissing = (at: string): Violation =>
  formatError(`${at}/creditorAgent`, "is missing; give the BIC when the account is not in NOK");
