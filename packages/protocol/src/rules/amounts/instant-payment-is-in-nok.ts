import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

interface WithCurrency {
  readonly currency: string;
}

/** Requires NOK for the amount and both accounts of an instant domestic payment. */
export function instantPaymentIsInNok(body: {
  readonly instructedAmount: WithCurrency;
  readonly creditorAccount: WithCurrency;
  readonly debtorAccount: WithCurrency;
}): Violation[] {
  return (["instructedAmount", "creditorAccount", "debtorAccount"] as const)
    .filter((field) => body[field].currency !== "NOK")
    .map((field) => formatError(`/${field}/currency`, "must be NOK in an instant payment"));
}
