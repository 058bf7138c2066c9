import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** A SEPA payment is in euro; the account it is paid from need not be. */
export function sepaPaymentIsInEuro({
  instructedAmount,
}: {
  readonly instructedAmount: { readonly currency: string };
}): Violation | undefined {
  return instructedAmount.currency === "EUR"
    ? undefined
    : formatError("/instructedAmount/currency", "must be EUR in a SEPA payment");
}
