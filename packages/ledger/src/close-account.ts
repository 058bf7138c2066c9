import {
  type AccountId,
  one,
  run,
  type Storage,
  sql,
  type Unit,
  undo,
  type WorldId,
} from "@varde/storage";
import { type Account, accountById } from "./accounts/account.ts";
import { bankDay } from "./bank-day.ts";
import type { LedgerIds } from "./ledger-parts.ts";
import { accountUnknown, type LedgerRefusal } from "./ledger-refusal.ts";
import { postingStatements } from "./transactions/post-transactions.ts";

/** Closes an account as part of a larger unit, which a refusal undoes. */
export function* accountClosing(
  ids: LedgerIds,
  worldId: WorldId,
  accountId: AccountId,
  at: bigint,
): Unit<undefined, LedgerRefusal> {
  // Locks the row, so that no payment to the account is sent between the checks and the closing.
  yield* run(
    sql`update ledger_account set changed_at = ${at}
        where world_id = ${worldId} and id = ${accountId} and closed_at is null`,
  );
  const account = yield* accountById(worldId, accountId);
  if (account === undefined || account.closedAt !== null) return yield* undo(accountUnknown);
  yield* nothingIsUnderWay(account);
  if (account.bookedMinor !== 0n) {
    const day = bankDay(at);
    const closing = {
      bookingDate: day,
      valueDate: day,
      amountMinor: -account.bookedMinor,
      texts: {},
    };
    yield* run(...postingStatements(account, ids.newId(), closing, at));
  }
  const [closed] = yield* run(
    sql`update ledger_account
          set closed_at = ${at}, changed_at = ${at}, booked_minor = 0, bban = null, iban = null
        where world_id = ${worldId} and id = ${accountId} and closed_at is null
          and reserved_minor = 0 and booked_minor = ${account.bookedMinor}`,
  );
  if (closed !== 1n) yield* undo(inUse(accountId));
  return undefined;
}

/**
 * Closes an account. Its balance is moved to the bank's equity, and its BBAN and IBAN become
 * available again.
 */
export const closeAccount = (
  { storage, ids }: { readonly storage: Storage; readonly ids: LedgerIds },
  worldId: WorldId,
  accountId: AccountId,
  at: bigint,
): Promise<LedgerRefusal | undefined> =>
  storage.write(() => accountClosing(ids, worldId, accountId, at));

function* nothingIsUnderWay({ worldId, id, reservedMinor }: Account): Unit<void, LedgerRefusal> {
  const incoming = yield* one<{ id: string }>(
    sql`select id from ledger_instruction
      where world_id = ${worldId} and credit_account_id = ${id}
        and status = 'sent' and creditor_is_ours = 1
      limit 1`,
  );
  const returning = yield* one<{ id: string }>(
    sql`select id from ledger_instruction
      where world_id = ${worldId} and debit_account_id = ${id}
        and status = 'booked' and return_at is not null
      limit 1`,
  );
  if (reservedMinor !== 0n || incoming !== undefined || returning !== undefined) {
    yield* undo(inUse(id));
  }
}

const inUse = (id: string): LedgerRefusal => ({
  refused: "account-in-use",
  text: `Account ${id} has payments in progress. Close it after they are settled.`,
});
