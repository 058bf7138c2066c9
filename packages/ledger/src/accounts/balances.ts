import type { AccountId, RecordOf } from "@varde/storage";
import type { balanceColumns } from "./account.ts";

/** The balances of an account, in minor units of its currency. */
export interface Balances {
  readonly accountId: AccountId;
  readonly currency: string;
  readonly bookedMinor: bigint;
  readonly reservedMinor: bigint;
  readonly creditLineMinor: bigint;
  /** The booked amount minus the reserved amount plus the credit line. */
  readonly availableMinor: bigint;
  readonly changedAt: bigint;
}

export function computeBalances(account: RecordOf<typeof balanceColumns>): Balances {
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
