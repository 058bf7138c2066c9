import { type AccountId, type Storage, sql, type Unit, type WorldId } from "@varde/storage";
import { type Account, accountTable } from "./account.ts";

/** Reads one account, open or closed. */
export function readAccount(
  storage: Storage,
  worldId: WorldId,
  accountId: AccountId,
): Promise<Account | undefined> {
  return storage.read(() => accountById(worldId, accountId));
}

export const accountById = (worldId: WorldId, accountId: AccountId): Unit<Account | undefined> =>
  accountTable.one(
    sql`select * from ledger_account where world_id = ${worldId} and id = ${accountId}`,
  );
