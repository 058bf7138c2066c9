import type { Account } from "./account.ts";

/** What an account holds, in minor units of its currency. */
export interface Balances {
  readonly accountId: string;
  readonly currency: string;
  readonly bookedMinor: bigint;
  readonly reservedMinor: bigint;
  readonly creditLineMinor: bigint;
  /** Booked, less what is reserved, plus the credit line. */
  readonly availableMinor: bigint;
  readonly changedAt: bigint;
}

export function balancesOf(account: Account): Balances {
  return {
    accountId: account.id,
    currency: account.currency,
    bookedMinor: account.bookedMinor,
    reservedMinor: account.reservedMinor,
    creditLineMinor: account.creditLineMinor,
    availableMinor: account.bookedMinor - account.reservedMinor + account.creditLineMinor,
    changedAt: account.changedAt,
  };
}
