import { type AcceptFix, type Amount, type Currency, formatAmount } from "@varde/protocol";

/**
 * VER-04: an amount is a string. Until that became the default, and unless the TPP asked for it, it
 * was a number, which the schema of today does not have.
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
