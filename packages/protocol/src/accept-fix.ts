/**
 * Changes of the interface that a TPP could adopt early by naming them in `x-accept-fix`, each with
 * the date from which they apply to every TPP. The bank's clock decides, so a sandbox whose clock
 * is set back shows the earlier behaviour.
 */
export const acceptFixes = {
  "amount-as-string": { defaultFrom: "2020-08-01" },
  "cardaccount-switch-originalamount-and-transactionamount": { defaultFrom: "2024-11-13" },
  "longer-names": { defaultFrom: "2024-10-01" },
  "cash-account-type-iso": { defaultFrom: "2024-11-13" },
} as const;

export type AcceptFix = keyof typeof acceptFixes;

export const acceptFixNames = Object.keys(acceptFixes) as readonly AcceptFix[];

/**
 * Returns the fixes that apply to a request: those named in the header and those now on by default.
 */
export const activeFixes = (header: string | undefined, today: string): ReadonlySet<AcceptFix> => {
  const named = new Set(splitAcceptFix(header));
  return new Set(
    acceptFixNames.filter((fix) => named.has(fix) || acceptFixes[fix].defaultFrom <= today),
  );
};

export const splitAcceptFix = (header: string | undefined): readonly string[] =>
  (header ?? "")
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
