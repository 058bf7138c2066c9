import { type Awaitable, type Memory, one, sql, type Unit } from "@varde/storage";
import { type Account, type AccountRow, accountOfRow } from "./account.ts";

/** Every payment looks two accounts up, mostly the same ones, so they are remembered. */
export type AccountMemory = Memory<Account | undefined>;

/** The open account with this BBAN. */
export function findAccountByBban(
  accounts: AccountMemory,
  worldId: string,
  bban: string,
): Awaitable<Account | undefined> {
  return accounts.read(`${worldId} ${bban}`, () => accountByBban(worldId, bban));
}

/** The open account with this IBAN. */
export function findAccountByIban(
  accounts: AccountMemory,
  worldId: string,
  iban: string,
): Awaitable<Account | undefined> {
  return accounts.read(`${worldId} ${iban}`, () => accountByIban(worldId, iban));
}

export function* accountByBban(worldId: string, bban: string): Unit<Account | undefined> {
  const row = yield* one<AccountRow>(
    sql`select * from ledger_account
      where world_id = ${worldId} and bban = ${bban}`,
  );
  return row && accountOfRow(row);
}

function* accountByIban(worldId: string, iban: string): Unit<Account | undefined> {
  const row = yield* one<AccountRow>(
    sql`select * from ledger_account
      where world_id = ${worldId} and iban = ${iban}`,
  );
  return row && accountOfRow(row);
}
