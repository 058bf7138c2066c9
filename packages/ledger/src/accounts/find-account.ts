import { type Awaitable, type Memory, one, sql, type Unit } from "@varde/storage";
import { type AccountTerms, type TermsRow, termsOfRow } from "./account.ts";

/**
 * Every payment looks two accounts up, mostly the same ones, so they are remembered. What is on
 * them is not: it changes with every payment.
 */
export type AccountMemory = Memory<AccountTerms | undefined>;

/** The open account with this BBAN. */
export function findAccountByBban(
  accounts: AccountMemory,
  worldId: string,
  bban: string,
): Awaitable<AccountTerms | undefined> {
  return accounts.read(`${worldId} ${bban}`, () => accountByBban(worldId, bban));
}

/** The open account with this IBAN. */
export function findAccountByIban(
  accounts: AccountMemory,
  worldId: string,
  iban: string,
): Awaitable<AccountTerms | undefined> {
  return accounts.read(`${worldId} ${iban}`, () => accountByIban(worldId, iban));
}

export function* accountByBban(worldId: string, bban: string): Unit<AccountTerms | undefined> {
  const row = yield* one<TermsRow>(
    sql`select * from ledger_account
      where world_id = ${worldId} and bban = ${bban}`,
  );
  return row && termsOfRow(row);
}

function* accountByIban(worldId: string, iban: string): Unit<AccountTerms | undefined> {
  const row = yield* one<TermsRow>(
    sql`select * from ledger_account
      where world_id = ${worldId} and iban = ${iban}`,
  );
  return row && termsOfRow(row);
}
