import { all, type Storage, sql, type Unit, type WorldId } from "@varde/storage";
import { type Account, type AccountRow, accountFromRow } from "./account.ts";

/** Lists the open accounts of one customer, oldest first. */
export function listAccounts(
  storage: Storage,
  worldId: WorldId,
  ownerId: string,
): Promise<readonly Account[]> {
  return storage.read(() => accountsByOwner(worldId, ownerId));
}

/** Runs `listAccounts` as part of a larger unit. */
export function* accountsByOwner(worldId: WorldId, ownerId: string): Unit<readonly Account[]> {
  const rows = yield* all<AccountRow>(
    sql`select * from ledger_account
      where world_id = ${worldId} and owner_id = ${ownerId} and closed_at is null
      order by id`,
  );
  return rows.map(accountFromRow);
}

/** Lists every open account of the world, oldest first. */
export function listWorldAccounts(storage: Storage, worldId: WorldId): Promise<readonly Account[]> {
  return storage.read(function* () {
    const rows = yield* all<AccountRow>(
      sql`select * from ledger_account
        where world_id = ${worldId} and closed_at is null
        order by id`,
    );
    return rows.map(accountFromRow);
  });
}

/**
 * Lists the accounts of a range of customers, ordered by customer id. The range excludes `after`.
 */
export function listAccountsByOwner(
  storage: Storage,
  worldId: WorldId,
  range: { readonly after: string; readonly last: string },
): Promise<readonly Pick<Account, "id" | "ownerId" | "kind">[]> {
  return storage.read(function* () {
    const rows = yield* all<Pick<AccountRow, "id" | "owner_id" | "kind">>(
      sql`select id, owner_id, kind from ledger_account
        where world_id = ${worldId} and owner_id > ${range.after} and owner_id <= ${range.last}
          and closed_at is null
        order by owner_id, id`,
    );
    return rows.map(({ id, owner_id, kind }) => ({ id, ownerId: owner_id, kind }));
  });
}

/** Lists one page of the world's open accounts, ordered by id. */
export function listAccountPage(
  storage: Storage,
  worldId: WorldId,
  page: { readonly afterId: string; readonly limit: number },
): Promise<readonly Account[]> {
  return storage.read(function* () {
    const rows = yield* all<AccountRow>(
      sql`select * from ledger_account
        where world_id = ${worldId} and id > ${page.afterId} and closed_at is null
        order by id limit ${page.limit}`,
    );
    return rows.map(accountFromRow);
  });
}
