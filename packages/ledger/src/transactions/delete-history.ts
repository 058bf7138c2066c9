import { addMinor } from "@varde/protocol/money";
import { type AccountId, one, run, sql, undo, type WorldId } from "@varde/storage";
import { accountById } from "../accounts/account.ts";
import { internalAccountId } from "../accounts/internal-account.ts";
import { openingDate } from "../constants.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import { accountUnknown, balanceTooLarge, type LedgerRefusal } from "../ledger-refusal.ts";
import { readWideSum, type WideSum, wideSum } from "../wide-sum.ts";
import { moveOpening } from "./post-transactions.ts";
import { dayTable } from "./transaction.ts";

/**
 * Deletes the transactions that were loaded into an account; payments stay. The balance stays the
 * same, because their sum is added to the opening balance.
 */
export function deleteHistory(
  { storage }: LedgerParts,
  worldId: WorldId,
  accountId: AccountId,
): Promise<LedgerRefusal | undefined> {
  return storage.write(function* () {
    const account = yield* accountById(worldId, accountId);
    if (account === undefined || account.closedAt !== null) return accountUnknown;
    const loaded = yield* one<{ [half in keyof WideSum]: bigint | null }>(
      sql`select ${wideSum}
        from ledger_posting p
        join ledger_transaction t on t.world_id = p.world_id and t.id = p.transaction_id
        where p.world_id = ${worldId} and p.account_id = ${accountId} and t.kind = 'history'`,
    );
    const equityId = internalAccountId("equity", account.currency);
    const { high, low } = { high: loaded?.high ?? 0n, low: loaded?.low ?? 0n };
    const sumMinor = addMinor(-readWideSum({ high, low }));
    if (typeof sumMinor === "string") return balanceTooLarge;
    const [moved] = yield* run(
      ...moveOpening(account, sumMinor),
      // The bank's postings are deleted first, because the account's postings identify them.
      sql`delete from ledger_posting where world_id = ${worldId} and account_id = ${equityId}
        and exists (select 1 from ledger_posting own
          join ledger_transaction t on t.world_id = own.world_id and t.id = own.transaction_id
          where own.world_id = ${worldId} and own.account_id = ${accountId}
            and own.booking_date = ledger_posting.booking_date
            and own.transaction_id = ledger_posting.transaction_id and t.kind = 'history')`,
      sql`delete from ledger_transaction where world_id = ${worldId} and kind = 'history'
        and id in (select transaction_id from ledger_posting
          where world_id = ${worldId} and account_id = ${accountId})`,
      sql`delete from ledger_posting where world_id = ${worldId} and account_id = ${accountId}
        and not exists (select 1 from ledger_transaction t
          where t.world_id = ledger_posting.world_id and t.id = ledger_posting.transaction_id)`,
      sql`delete from ledger_day where world_id = ${worldId} and account_id = ${accountId}`,
      sql`insert into ledger_day (${dayTable.columns})
        select world_id, account_id, booking_date, count(*) from ledger_posting
        where world_id = ${worldId} and account_id = ${accountId}
          and booking_date > ${openingDate}
        group by world_id, account_id, booking_date`,
    );
    if (moved !== 1n) yield* undo(balanceTooLarge);
    return undefined;
  });
}
