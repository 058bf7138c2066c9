import type { Amount } from "../../schemas/parts/amount.ts";
import { parseAmount } from "../../values/amount.ts";
import type { Violation } from "../../violation.ts";
import { type RuleFacts, refusal } from "../rule.ts";

/** Requires an amount greater than zero with the fraction digits of its currency. */
export function amountIsPayable(
  { instructedAmount }: { readonly instructedAmount: Amount },
  { fractionDigits }: RuleFacts,
): Violation | undefined {
  const { amount, currency } = instructedAmount;
  return refusal("/instructedAmount/amount", parseAmount(amount, currency, { fractionDigits }));
}
