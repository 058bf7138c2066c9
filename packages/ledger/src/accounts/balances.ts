import { addMinor, knownMinor, type Minor } from "@varde/protocol/money";
import {
  type AccountId,
  all,
  type RecordOf,
  type Storage,
  sql,
  type WorldId,
} from "@varde/storage";
import { readWideSum, type WideSum, wideSum } from "../wide-sum.ts";
import { type Account, balanceColumns } from "./account.ts";

/** The balances of an account, in minor units of its currency. */
export interface Balances {
  readonly accountId: AccountId;
  readonly currency: string;
  readonly bookedMinor: Minor;
  readonly reservedMinor: Minor;
  readonly creditLineMinor: Minor;
  /** The booked amount minus the reserved amount plus the credit line. */
  readonly availableMinor: Minor;
  readonly changedAt: bigint;
}

export function computeBalances(account: RecordOf<typeof balanceColumns>): Balances {
  const { bookedMinor, reservedMinor, creditLineMinor } = account;
  return {
    accountId: account.id,
    currency: account.currency,
    bookedMinor,
    reservedMinor,
    creditLineMinor,
    availableMinor: knownMinor(addMinor(bookedMinor, -reservedMinor, creditLineMinor)),
    changedAt: account.changedAt,
  };
}

/**
 * Returns whether the account can receive the amount: what is booked and what is available have at
 * most 18 digits.
 */
export const hasRoomFor = (
  amountMinor: bigint,
  { bookedMinor, creditLineMinor }: Pick<Account, "bookedMinor" | "creditLineMinor">,
): boolean => typeof addMinor(bookedMinor, creditLineMinor, amountMinor) !== "string";

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
    const rows = yield* all<WideSum & { account_id: AccountId; currency: string }>(
      sql`select account_id, currency, ${wideSum}
        from ledger_posting
        where world_id = ${worldId} and account_id >= 'internal:' and account_id < 'internal;'
        group by account_id, currency
        order by account_id`,
    );
    return rows.map((row) => ({
      accountId: row.account_id,
      currency: row.currency,
      bookedMinor: readWideSum(row),
    }));
  });
}
