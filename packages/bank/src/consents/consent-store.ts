import { all, forUpdate, type Row, type Statement, sql, type Unit } from "@varde/storage";
import type { AccountId, ConsentId, PersonId, TppId, WorldId } from "../ports/ids.ts";
import { type Consent, type ConsentKey, consentTable } from "../records/consent.ts";

/** A consent with one of its accounts. */
type ConsentRow = Row & { readonly consent_id: ConsentId; readonly account_id: AccountId | null };

/** Finds the consent with its accounts. A revoked consent has none. */
export function* findConsent(key: ConsentKey): Unit<Consent | undefined> {
  const rows = yield* all<ConsentRow>(
    sql`select c.*, a.account_id from consent c
      left join consent_account a on a.consent_id = c.consent_id
      where c.tpp_id = ${key.tppId} and c.world_id = ${key.worldId}
        and c.person_id = ${key.personId} and c.agreement_id = ${key.agreementId}
      order by a.account_id`,
  );
  return groupByConsent(rows)[0];
}

/** Lists the consents of a person that cover at least one account, latest first. */
export function* listConsents(worldId: WorldId, personId: PersonId): Unit<readonly Consent[]> {
  const rows = yield* all<ConsentRow>(
    sql`select c.*, a.account_id from consent c
      join consent_account a on a.consent_id = c.consent_id
      where c.world_id = ${worldId} and c.person_id = ${personId}
      order by c.renewed_at desc, c.consent_id, a.account_id`,
  );
  return groupByConsent(rows);
}

/** Lists the consents of all PSUs that give this TPP access to the account. */
export function* listConsentsToAccount(
  worldId: WorldId,
  tppId: TppId,
  accountId: AccountId,
): Unit<readonly Consent[]> {
  const rows = yield* all<ConsentRow>(
    sql`select c.*, a.account_id from consent_account a
      join consent c on c.consent_id = a.consent_id
      where a.world_id = ${worldId} and a.account_id = ${accountId} and c.tpp_id = ${tppId}
      order by c.renewed_at desc`,
  );
  return groupByConsent(rows);
}

/** Sorts after every id, which consists of hexadecimal digits. */
const afterEveryId = "g";

/** Lists consents of a world with their accounts, newest first. */
export function* listConsentPage(
  worldId: WorldId,
  {
    before = afterEveryId,
    limit,
  }: { readonly before?: string | undefined; readonly limit: number },
): Unit<readonly Consent[]> {
  const rows = yield* all<ConsentRow>(
    sql`select c.*, a.account_id from (
        select * from consent where world_id = ${worldId} and consent_id < ${before}
        order by consent_id desc limit ${limit}
      ) as c
      left join consent_account a on a.consent_id = c.consent_id
      order by c.consent_id desc, a.account_id`,
  );
  return groupByConsent(rows);
}

/** Creates or renews the consent. The grant date stays while the consent covers any account. */
export const putConsent = (consent: Omit<Consent, "accountIds">): Statement =>
  sql`${consentTable.insert(consent)}
    on conflict (tpp_id, world_id, person_id, agreement_id) do update set
      tpp_name = excluded.tpp_name, brand = coalesce(excluded.brand, consent.brand),
      scope = excluded.scope, renewed_at = excluded.renewed_at,
      granted_at = case when exists (select 1 from consent_account a
        where a.consent_id = consent.consent_id) then consent.granted_at
        else excluded.granted_at end`;

/** Locks the consent against other grants and revocations until the unit ends. */
export const lockConsent = (consentId: ConsentId): Statement =>
  sql`select consent_id from consent where consent_id = ${consentId} ${forUpdate}`;

export const insertConsentAccount = (
  consent: Consent,
  accountId: AccountId,
  at: number,
): Statement =>
  sql`insert into consent_account (world_id, consent_id, account_id, granted_at)
    values (${consent.worldId}, ${consent.consentId}, ${accountId}, ${at}) on conflict do nothing`;

export const deleteConsentAccount = (consent: Consent, accountId: AccountId): Statement =>
  sql`delete from consent_account
    where consent_id = ${consent.consentId} and account_id = ${accountId}`;

const groupByConsent = (rows: readonly ConsentRow[]): readonly Consent[] => {
  const found = new Map<string, Consent & { readonly accountIds: AccountId[] }>();
  for (const row of rows) {
    const consent = found.get(row.consent_id) ?? { ...consentTable.read(row), accountIds: [] };
    if (row.account_id !== null) consent.accountIds.push(row.account_id);
    found.set(row.consent_id, consent);
  }
  return [...found.values()];
};
