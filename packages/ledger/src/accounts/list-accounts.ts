import { all, type Storage, sql } from "@varde/storage";
import { type Account, type AccountRow, accountOfRow } from "./account.ts";

/** The open accounts of one customer, the oldest first. */
export function listAccounts(
  storage: Storage,
  worldId: string,
  ownerId: string,
): Promise<readonly Account[]> {
  return storage.read(function* () {
    const rows = yield* all<AccountRow>(
      sql`select * from ledger_account
        where world_id = ${worldId} and owner_id = ${ownerId} and closed_at is null
        order by id`,
    );
    return rows.map(accountOfRow);
  });
}

/** Every open account of the world, the oldest first. */
export function listWorldAccounts(storage: Storage, worldId: string): Promise<readonly Account[]> {
  return storage.read(function* () {
    const rows = yield* all<AccountRow>(
      sql`select * from ledger_account
        where world_id = ${worldId} and closed_at is null
        order by id`,
    );
    return rows.map(accountOfRow);
  });
}
