import { type AcceptFix, type Amount, type Currency, formatAmount } from "@varde/protocol";

/**
 * VER-04: presents an amount as a string. Before that became the default, it was a number unless
 * the TPP requested the fix; the current schema does not describe that form.
 */
export const presentAmount = (
  amountMinor: bigint,
  currency: Currency,
  fixes: ReadonlySet<AcceptFix>,
): Amount => {
  const amount = formatAmount(amountMinor, currency);
  const shown = fixes.has("amount-as-string") ? amount : Number(amount);
  return { amount: shown as string, currency };
};
