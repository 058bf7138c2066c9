import { type RecordOf, type Storage, sql, type Unit, type WorldId } from "@varde/storage";
import { type Account, accountTable } from "./account.ts";

/** Lists the open accounts of one customer, oldest first. */
export function listAccounts(
  storage: Storage,
  worldId: WorldId,
  ownerId: string,
): Promise<readonly Account[]> {
  return storage.read(() => accountsByOwner(worldId, ownerId));
}

/** Runs `listAccounts` as part of a larger unit. */
export const accountsByOwner = (worldId: WorldId, ownerId: string): Unit<readonly Account[]> =>
  accountTable.all(
    sql`select * from ledger_account
      where world_id = ${worldId} and owner_id = ${ownerId} and closed_at is null
      order by id`,
  );

/** Lists every open account of the world, oldest first. */
export const listWorldAccounts = (
  storage: Storage,
  worldId: WorldId,
): Promise<readonly Account[]> =>
  storage.read(() =>
    accountTable.all(
      sql`select * from ledger_account
        where world_id = ${worldId} and closed_at is null
        order by id`,
    ),
  );

const accountOwners = accountTable.pick("id", "ownerId", "kind");

/**
 * Lists the accounts of a range of customers, ordered by customer id. The range excludes `after`.
 */
export const listAccountsByOwner = (
  storage: Storage,
  worldId: WorldId,
  range: { readonly after: string; readonly last: string },
): Promise<readonly RecordOf<typeof accountOwners>[]> =>
  storage.read(() =>
    accountOwners.all(
      sql`select ${accountOwners.columns} from ledger_account
        where world_id = ${worldId} and owner_id > ${range.after} and owner_id <= ${range.last}
          and closed_at is null
        order by owner_id, id`,
    ),
  );

/** Lists one page of the world's open accounts, ordered by id. */
export const listAccountPage = (
  storage: Storage,
  worldId: WorldId,
  page: { readonly afterId: string; readonly limit: number },
): Promise<readonly Account[]> =>
  storage.read(() =>
    accountTable.all(
      sql`select * from ledger_account
        where world_id = ${worldId} and id > ${page.afterId} and closed_at is null
        order by id limit ${page.limit}`,
    ),
  );
