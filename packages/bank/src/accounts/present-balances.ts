import { type AcceptFix, type Balance, formatDateTime } from "@varde/protocol";
import type { CoreAccount, CoreBalances } from "../ports/core-bank.ts";
import { presentAmount } from "./present-amount.ts";

/**
 * Presents the booked balance, the expected balance (after all reservations are booked) and the
 * available balance.
 */
export const presentBalances = (
  account: CoreAccount,
  balances: CoreBalances,
  fixes: ReadonlySet<AcceptFix>,
): readonly Balance[] => {
  const lastChangeDateTime = formatDateTime(balances.changedAt);
  const balance = (balanceType: Balance["balanceType"], amountMinor: bigint) => ({
    balanceType,
    balanceAmount: presentAmount(amountMinor, account.currency, fixes),
    lastChangeDateTime,
  });
  return [
    balance("closingBooked", balances.bookedMinor),
    balance("expected", balances.expectedMinor),
    {
      ...balance("forwardAvailable", balances.availableMinor),
      creditLimitIncluded: account.creditLineMinor > 0n,
    },
  ];
};
