import assert from "node:assert/strict";
import { limits } from "@varde/protocol";
import {
  all,
  concludeOne,
  fragment,
  inList,
  one,
  run,
  type Statement,
  sql,
  type Unit,
} from "@varde/storage";
import type { AccountId, ConsentId, WorldId } from "../ports/ids.ts";

/** Balances and transactions are counted separately. */
export type AccessKind = "balances" | "transactions";

export interface AccessKey {
  readonly worldId: WorldId;
  readonly consentId: ConsentId;
  readonly accountId: AccountId;
  readonly kind: AccessKind;
}

/** A call that was admitted. */
export interface AccessCall {
  readonly at: number;
  /** The listing, if further pages can follow; otherwise empty. */
  readonly listing: string;
}

export const dayMs = 24 * 60 * 60_000;

/**
 * Whether a call still counts: for 24 hours. Calls in the future were made before a sandbox clock
 * was set back.
 */
export const stillCounts = ({ at }: AccessCall, now: number): boolean =>
  at > now - dayMs && at <= now;

const callColumns = fragment`first_at, first_of, second_at, second_of, third_at, third_of, last_at,
  last_of`;

interface CallCount {
  readonly isAllowed: boolean;
  /** The last four calls, including this one if it is allowed. */
  readonly calls: readonly AccessCall[];
}

/**
 * LIM-19: counts a call as the only statement of a unit, and returns the last four calls. Counts
 * nothing and returns undefined if `countCall` has to decide.
 */
export function* countNextCall(
  key: AccessKey,
  call: AccessCall,
): Unit<readonly AccessCall[] | undefined> {
  const row = yield* concludeOne<AccessRow>(replaceEarliestCall(key, call));
  return row && readCalls(row);
}

/**
 * LIM-19: counts a call unless four were made in the last 24 hours. The row is written first, which
 * serialises concurrent calls: the new call replaces the earliest one, if that no longer counts.
 */
export function* countCall(key: AccessKey, call: AccessCall): Unit<CallCount> {
  const row = yield* one<AccessRow>(replaceEarliestCall(key, call));
  if (row !== undefined) return { isAllowed: true, calls: readCalls(row) };
  return yield* replaceFutureCall(key, call);
}

/** Returns no row if the earliest call still counts, or if the last one is in the future. */
const replaceEarliestCall = (key: AccessKey, call: AccessCall): Statement =>
  sql`insert into unattended_access (world_id, consent_id, account_id, kind, first_at, second_at,
      third_at, last_at, last_of)
    values (${key.worldId}, ${key.consentId}, ${key.accountId}, ${key.kind}, 0, 0, 0, ${call.at},
      ${call.listing})
    on conflict (consent_id, account_id, kind) do update set
      first_at = unattended_access.second_at, first_of = unattended_access.second_of,
      second_at = unattended_access.third_at, second_of = unattended_access.third_of,
      third_at = unattended_access.last_at, third_of = unattended_access.last_of,
      last_at = excluded.last_at, last_of = excluded.last_of
    where unattended_access.first_at <= ${call.at - dayMs}
      and unattended_access.last_at <= excluded.last_at
    returning ${callColumns}`;

/** Counts the call in place of one that was made before a sandbox clock was set back, if any. */
function* replaceFutureCall(key: AccessKey, call: AccessCall): Unit<CallCount> {
  const before = yield* listCalls(key);
  // Sorted by time, so an expired call is replaced before one in the future.
  const free = before.findIndex((one) => !stillCounts(one, call.at));
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

/** Lists the last four calls, earliest first; a time of zero means that there was no call. */
export function* listCalls(key: AccessKey): Unit<readonly AccessCall[]> {
  const row = yield* one<AccessRow>(
    sql`select ${callColumns} from unattended_access
      where consent_id = ${key.consentId} and account_id = ${key.accountId}
        and kind = ${key.kind}`,
  );
  return row === undefined ? [] : readCalls(row);
}

/** Lists the last four calls for each account of these consents. */
export function* listCallsOfConsents(
  consentIds: readonly ConsentId[],
): Unit<
  readonly { readonly key: Omit<AccessKey, "worldId">; readonly calls: readonly AccessCall[] }[]
> {
  const rows = yield* all<
    AccessRow & { consent_id: ConsentId; account_id: AccountId; kind: AccessKind }
  >(
    sql`select consent_id, account_id, kind, ${callColumns} from unattended_access
      where consent_id ${inList(consentIds)}`,
  );
  return rows.map((row) => ({
    key: { consentId: row.consent_id, accountId: row.account_id, kind: row.kind },
    calls: readCalls(row),
  }));
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

const readCalls = (row: AccessRow): readonly AccessCall[] => [
  { at: Number(row.first_at), listing: row.first_of },
  { at: Number(row.second_at), listing: row.second_of },
  { at: Number(row.third_at), listing: row.third_of },
  { at: Number(row.last_at), listing: row.last_of },
];
