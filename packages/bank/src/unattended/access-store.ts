import { one, sql, type Unit } from "@varde/storage";

/** What is counted apart from each other. */
export type AccessKind = "balances" | "transactions";

export interface AccessKey {
  readonly worldId: string;
  readonly consentId: string;
  readonly accountId: string;
  readonly kind: AccessKind;
}

export const dayMs = 24 * 60 * 60_000;

interface AccessRow {
  readonly first_at: bigint;
  readonly second_at: bigint;
  readonly third_at: bigint;
  readonly last_at: bigint;
}

/**
 * LIM-19: counts a call unless four were made in the last 24 hours, and answers when the last four
 * were, or nothing if it may not be made. The row holds exactly those four, so one statement is the
 * whole of it, and however many processes try, no fifth gets through. A call that lies in the
 * future was made before a sandbox's clock was set back; it holds nobody up.
 */
export function* countCall(key: AccessKey, now: number): Unit<readonly number[] | undefined> {
  const row = yield* one<AccessRow>(
    sql`insert into unattended_access (world_id, consent_id, account_id, kind, first_at, second_at,
        third_at, last_at)
      values (${key.worldId}, ${key.consentId}, ${key.accountId}, ${key.kind}, 0, 0, 0, ${now})
      on conflict (consent_id, account_id, kind) do update set
        first_at = unattended_access.second_at, second_at = unattended_access.third_at,
        third_at = unattended_access.last_at, last_at = excluded.last_at
        where unattended_access.first_at <= ${now - dayMs} or unattended_access.first_at > ${now}
      returning first_at, second_at, third_at, last_at`,
  );
  return row === undefined ? undefined : timesOf(row);
}

/** When the last four calls were made, the oldest first; zero stands for none. */
export function* listCalls(key: AccessKey): Unit<readonly number[]> {
  const row = yield* one<AccessRow>(
    sql`select first_at, second_at, third_at, last_at from unattended_access
      where consent_id = ${key.consentId} and account_id = ${key.accountId}
        and kind = ${key.kind}`,
  );
  return row === undefined ? [] : timesOf(row);
}

const timesOf = (row: AccessRow): readonly number[] =>
  [row.first_at, row.second_at, row.third_at, row.last_at].map(Number);
