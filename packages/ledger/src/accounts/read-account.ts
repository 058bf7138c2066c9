import { type AccountId, one, type Storage, sql, type Unit, type WorldId } from "@varde/storage";
import { type Account, type AccountRow, accountFromRow } from "./account.ts";

/** Reads one account, open or closed. */
export function readAccount(
  storage: Storage,
  worldId: WorldId,
  accountId: AccountId,
): Promise<Account | undefined> {
  return storage.read(() => accountById(worldId, accountId));
}

export function* accountById(worldId: WorldId, accountId: AccountId): Unit<Account | undefined> {
  const row = yield* one<AccountRow>(
    sql`select * from ledger_account where world_id = ${worldId} and id = ${accountId}`,
  );
  return row && accountFromRow(row);
}
