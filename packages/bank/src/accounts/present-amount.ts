import { type AcceptFix, type Currency, formatAmount } from "@varde/protocol";

/** VER-04: an amount is a string; before that was the default, and unless asked for, a number. */
export const presentAmount = (
  amountMinor: bigint,
  currency: string,
  fixes: ReadonlySet<AcceptFix>,
): { readonly amount: string | number; readonly currency: string } => {
  const amount = formatAmount(amountMinor, currency as Currency);
  return { amount: fixes.has("amount-as-string") ? amount : Number(amount), currency };
};
