import { one, type Storage, sql } from "@varde/storage";
import { type Account, type AccountRow, accountOfRow } from "./account.ts";

/** The open account with this BBAN. */
export function findAccountByBban(
  storage: Storage,
  worldId: string,
  bban: string,
): Promise<Account | undefined> {
  return storage.read(function* () {
    const row = yield* one<AccountRow>(
      sql`select * from ledger_account
        where world_id = ${worldId} and bban = ${bban}`,
    );
    return row && accountOfRow(row);
  });
}

/** The open account with this IBAN. */
export function findAccountByIban(
  storage: Storage,
  worldId: string,
  iban: string,
): Promise<Account | undefined> {
  return storage.read(function* () {
    const row = yield* one<AccountRow>(
      sql`select * from ledger_account
        where world_id = ${worldId} and iban = ${iban}`,
    );
    return row && accountOfRow(row);
  });
}
