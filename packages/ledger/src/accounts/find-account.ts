import {
  type AccountId,
  type Awaitable,
  type ReadCache,
  type ReadCacheOptions,
  type RowGroups,
  sql,
  type Unit,
  type WorldId,
} from "@varde/storage";
import { type AccountTerms, termsTable } from "./account.ts";

/**
 * A cache of accounts by number and by id. Every payment looks up two, mostly the same ones.
 * Balances are not cached, because every payment changes them.
 */
export type AccountCache = ReadCache<AccountTerms | undefined>;

/** All columns of the table except the balances. */
const accountRows: RowGroups = {
  table: "ledger_account",
  key: ["world_id"],
  columns: termsTable.columnNames,
};

export const accountCacheOptions: ReadCacheOptions = {
  name: "accounts",
  entriesMax: 10_000,
  groups: [accountRows],
};

/** Finds the account with this id, open or closed. */
export function findAccountById(
  accounts: AccountCache,
  worldId: WorldId,
  accountId: AccountId,
): Awaitable<AccountTerms | undefined> {
  return accounts.read([worldId], () => termsById(worldId, accountId), `id ${accountId}`);
}

/** Finds the open account with this BBAN. */
export function findAccountByBban(
  accounts: AccountCache,
  worldId: WorldId,
  bban: string,
): Awaitable<AccountTerms | undefined> {
  return accounts.read([worldId], () => accountByBban(worldId, bban), bban);
}

/** Finds the open account with this IBAN. */
export function findAccountByIban(
  accounts: AccountCache,
  worldId: WorldId,
  iban: string,
): Awaitable<AccountTerms | undefined> {
  return accounts.read([worldId], () => accountByIban(worldId, iban), iban);
}

const termsById = (worldId: WorldId, accountId: AccountId): Unit<AccountTerms | undefined> =>
  termsTable.one(
    sql`select * from ledger_account where world_id = ${worldId} and id = ${accountId}`,
  );

const accountByBban = (worldId: WorldId, bban: string): Unit<AccountTerms | undefined> =>
  termsTable.one(sql`select * from ledger_account where world_id = ${worldId} and bban = ${bban}`);

const accountByIban = (worldId: WorldId, iban: string): Unit<AccountTerms | undefined> =>
  termsTable.one(sql`select * from ledger_account where world_id = ${worldId} and iban = ${iban}`);
