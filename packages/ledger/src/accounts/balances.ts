import {
  type AccountId,
  all,
  type RecordOf,
  type Storage,
  sql,
  type WorldId,
} from "@varde/storage";
import { balanceColumns } from "./account.ts";

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

export function readBalances(
  storage: Storage,
  worldId: WorldId,
  accountId: AccountId,
): Promise<Balances | undefined> {
  return storage.read(function* () {
    const account = yield* balanceColumns.one(
      sql`select ${balanceColumns.columns} from ledger_account
        where world_id = ${worldId} and id = ${accountId}`,
    );
    return account && computeBalances(account);
  });
}

export interface InternalBalance {
  readonly accountId: AccountId;
  readonly currency: string;
  readonly bookedMinor: bigint;
}

/**
 * Reads the balances of the bank's own accounts, summed from their postings. The range of ids has
 * all that start with `internal:`, because `;` follows `:` in ASCII.
 */
export function readInternalBalances(
  storage: Storage,
  worldId: WorldId,
): Promise<readonly InternalBalance[]> {
  return storage.read(function* () {
    const rows = yield* all<{ account_id: AccountId; currency: string; booked: bigint }>(
      sql`select account_id, currency, cast(sum(amount_minor) as bigint) as booked
        from ledger_posting
        where world_id = ${worldId} and account_id >= 'internal:' and account_id < 'internal;'
        group by account_id, currency
        order by account_id`,
    );
    return rows.map((row) => ({
      accountId: row.account_id,
      currency: row.currency,
      bookedMinor: row.booked,
    }));
  });
}
