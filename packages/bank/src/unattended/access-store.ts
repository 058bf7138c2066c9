import assert from "node:assert/strict";
import { limits } from "@varde/protocol";
import { one, run, sql, type Unit } from "@varde/storage";

/** What is counted apart from each other. */
export type AccessKind = "balances" | "transactions";

export interface AccessKey {
  readonly worldId: string;
  readonly consentId: string;
  readonly accountId: string;
  readonly kind: AccessKind;
}

/** A call that was let through. */
export interface AccessCall {
  readonly at: number;
  /** What it listed, where further pages may follow; else empty. */
  readonly listing: string;
}

export const dayMs = 24 * 60 * 60_000;

/** A call counts for 24 hours. One in the future was made before a sandbox's clock was set back. */
export const countsStill = ({ at }: AccessCall, now: number): boolean =>
  at > now - dayMs && at <= now;

/**
 * LIM-19: counts a call unless four were made in the last 24 hours. Answers the last four, and
 * whether this is one of them. The row is written first, so that calls at once wait in line.
 */
export function* countCall(
  key: AccessKey,
  call: AccessCall,
): Unit<{ readonly isAllowed: boolean; readonly calls: readonly AccessCall[] }> {
  const row = yield* one<AccessRow>(
    sql`insert into unattended_access (world_id, consent_id, account_id, kind, first_at, second_at,
        third_at, last_at)
      values (${key.worldId}, ${key.consentId}, ${key.accountId}, ${key.kind}, 0, 0, 0, 0)
      on conflict (consent_id, account_id, kind) do update set kind = excluded.kind
      returning first_at, first_of, second_at, second_of, third_at, third_of, last_at, last_of`,
  );
  assert(row !== undefined, "a row that was just put is there");
  const before = callsOf(row);
  // The earliest come first: what is over gives way before what lies in the future.
  const free = before.findIndex((one) => !countsStill(one, call.at));
  if (free < 0) return { isAllowed: false, calls: before };
  const calls = before.toSpliced(free, 1, call).toSorted((one, other) => one.at - other.at);
  const [first, second, third, last] = calls;
  assert(first && second && third && last && calls.length === limits.callsWithoutPsuPerDayMax);
  yield* run(
    sql`update unattended_access set first_at = ${first.at}, first_of = ${first.listing},
        second_at = ${second.at}, second_of = ${second.listing}, third_at = ${third.at},
        third_of = ${third.listing}, last_at = ${last.at}, last_of = ${last.listing}
      where consent_id = ${key.consentId} and account_id = ${key.accountId}
        and kind = ${key.kind}`,
  );
  return { isAllowed: true, calls };
}

/** The last four calls, the earliest first; one at zero stands for none. */
export function* listCalls(key: AccessKey): Unit<readonly AccessCall[]> {
  const row = yield* one<AccessRow>(
    sql`select first_at, first_of, second_at, second_of, third_at, third_of, last_at, last_of
      from unattended_access
      where consent_id = ${key.consentId} and account_id = ${key.accountId}
        and kind = ${key.kind}`,
  );
  return row === undefined ? [] : callsOf(row);
}

interface AccessRow {
  readonly first_at: bigint;
  readonly first_of: string;
  readonly second_at: bigint;
  readonly second_of: string;
  readonly third_at: bigint;
  readonly third_of: string;
  readonly last_at: bigint;
  readonly last_of: string;
}

const callsOf = (row: AccessRow): readonly AccessCall[] => [
  { at: Number(row.first_at), listing: row.first_of },
  { at: Number(row.second_at), listing: row.second_of },
  { at: Number(row.third_at), listing: row.third_of },
  { at: Number(row.last_at), listing: row.last_of },
];
