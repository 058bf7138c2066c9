import type { Violation } from "../../violation.ts";
import { formatError } from "../rule.ts";

/** Requires euro in a SEPA payment. The debtor account may have another currency. */
export function sepaPaymentIsInEuro({
  instructedAmount,
}: {
  readonly instructedAmount: { readonly currency: string };
}): Violation | undefined {
  return instructedAmount.currency === "EUR"
    ? undefined
    : formatError("/instructedAmount/currency", "must be EUR in a SEPA payment");
}
