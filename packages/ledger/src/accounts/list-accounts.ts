import { all, type Storage, sql, type Unit } from "@varde/storage";
import { type Account, type AccountRow, accountOfRow } from "./account.ts";

/** The open accounts of one customer, the oldest first. */
export function listAccounts(
  storage: Storage,
  worldId: string,
  ownerId: string,
): Promise<readonly Account[]> {
  return storage.read(() => accountsOfOwner(worldId, ownerId));
}

/** `listAccounts` as a part of a greater unit. */
export function* accountsOfOwner(worldId: string, ownerId: string): Unit<readonly Account[]> {
  const rows = yield* all<AccountRow>(
    sql`select * from ledger_account
      where world_id = ${worldId} and owner_id = ${ownerId} and closed_at is null
      order by id`,
  );
  return rows.map(accountOfRow);
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

/** Which accounts a range of customers has, by their ids in order; the first one left out. */
export function listAccountsOfOwners(
  storage: Storage,
  worldId: string,
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

/** A page of the world's open accounts, in the order of their ids. */
export function listAccountPage(
  storage: Storage,
  worldId: string,
  page: { readonly afterId: string; readonly limit: number },
): Promise<readonly Account[]> {
  return storage.read(function* () {
    const rows = yield* all<AccountRow>(
      sql`select * from ledger_account
        where world_id = ${worldId} and id > ${page.afterId} and closed_at is null
        order by id limit ${page.limit}`,
    );
    return rows.map(accountOfRow);
  });
}
