import {
  all,
  concludeOne,
  fragment,
  inList,
  one,
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
  /** How often the clock of the world has been set back. */
  readonly epoch: number;
}

/** A call that was admitted. */
export interface AccessCall {
  readonly at: number;
  /** The listing, if further pages can follow; otherwise empty. */
  readonly listing: string;
}

export const dayMs = 24 * 60 * 60_000;

/** Whether a call still counts: for 24 hours. */
export const stillCounts = ({ at }: AccessCall, now: number): boolean => at > now - dayMs;

/** A process may not know yet that another one has set the clock back. */
const isSameEpoch = fragment`(unattended_access.epoch >= excluded.epoch)`;

const countedAt = fragment`case when ${isSameEpoch}
    and unattended_access.last_at > excluded.last_at then unattended_access.last_at
  else excluded.last_at end`;

const callColumns = fragment`epoch, first_at, first_of, second_at, second_of, third_at, third_of,
  last_at, last_of`;

interface CallCount {
  readonly isAllowed: boolean;
  /** The last four calls, including this one if it is allowed. */
  readonly calls: readonly AccessCall[];
}

/**
 * LIM-19: counts a call as the only statement of a unit, and returns the last four calls. Counts
 * nothing and returns undefined if four were made in the last 24 hours.
 */
export function* countNextCall(
  key: AccessKey,
  call: AccessCall,
): Unit<readonly AccessCall[] | undefined> {
  const row = yield* concludeOne<AccessRow>(replaceEarliestCall(key, call));
  return row && readCalls(row, key.epoch);
}

/**
 * LIM-19: counts a call unless four were made in the last 24 hours. One statement locks the row and
 * decides: the new call replaces the earliest one, if that no longer counts.
 */
export function* countCall(key: AccessKey, call: AccessCall): Unit<CallCount> {
  const row = yield* one<AccessRow>(replaceEarliestCall(key, call));
  if (row !== undefined) return { isAllowed: true, calls: readCalls(row, key.epoch) };
  return { isAllowed: false, calls: yield* listCalls(key) };
}

/**
 * Returns no row if the earliest call still counts. A call is never earlier than the one before it,
 * so that the order in which concurrent calls have read the clock does not matter. Calls of an
 * earlier epoch were made before a sandbox's clock was set back, and do not count.
 */
const replaceEarliestCall = (key: AccessKey, call: AccessCall): Statement =>
  sql`insert into unattended_access (world_id, consent_id, account_id, kind, epoch, first_at,
      second_at, third_at, last_at, last_of)
    values (${key.worldId}, ${key.consentId}, ${key.accountId}, ${key.kind}, ${key.epoch}, 0, 0, 0,
      ${call.at}, ${call.listing})
    on conflict (consent_id, account_id, kind) do update set
      first_at = case when ${isSameEpoch} then unattended_access.second_at else 0 end,
      first_of = case when ${isSameEpoch} then unattended_access.second_of else '' end,
      second_at = case when ${isSameEpoch} then unattended_access.third_at else 0 end,
      second_of = case when ${isSameEpoch} then unattended_access.third_of else '' end,
      third_at = case when ${isSameEpoch} then unattended_access.last_at else 0 end,
      third_of = case when ${isSameEpoch} then unattended_access.last_of else '' end,
      last_at = ${countedAt}, last_of = excluded.last_of,
      epoch = case when ${isSameEpoch} then unattended_access.epoch else excluded.epoch end
    where not ${isSameEpoch} or unattended_access.first_at <= ${countedAt} - ${dayMs}
    returning ${callColumns}`;

/** Lists the last four calls, earliest first; a time of zero means that there was no call. */
export function* listCalls(key: AccessKey): Unit<readonly AccessCall[]> {
  const row = yield* one<AccessRow>(
    sql`select ${callColumns} from unattended_access
      where consent_id = ${key.consentId} and account_id = ${key.accountId}
        and kind = ${key.kind}`,
  );
  return row === undefined ? [] : readCalls(row, key.epoch);
}

/** Lists the last four calls for each account of these consents, in an epoch of the clock. */
export function* listCallsOfConsents(
  consentIds: readonly ConsentId[],
  epoch: number,
): Unit<
  readonly {
    readonly key: Omit<AccessKey, "worldId" | "epoch">;
    readonly calls: readonly AccessCall[];
  }[]
> {
  const rows = yield* all<
    AccessRow & { consent_id: ConsentId; account_id: AccountId; kind: AccessKind }
  >(
    sql`select consent_id, account_id, kind, ${callColumns} from unattended_access
      where consent_id ${inList(consentIds)}`,
  );
  return rows.map((row) => ({
    key: { consentId: row.consent_id, accountId: row.account_id, kind: row.kind },
    calls: readCalls(row, epoch),
  }));
}

interface AccessRow {
  readonly epoch: bigint;
  readonly first_at: bigint;
  readonly first_of: string;
  readonly second_at: bigint;
  readonly second_of: string;
  readonly third_at: bigint;
  readonly third_of: string;
  readonly last_at: bigint;
  readonly last_of: string;
}

const readCalls = (row: AccessRow, epoch: number): readonly AccessCall[] =>
  row.epoch < epoch
    ? []
    : [
        { at: Number(row.first_at), listing: row.first_of },
        { at: Number(row.second_at), listing: row.second_of },
        { at: Number(row.third_at), listing: row.third_of },
        { at: Number(row.last_at), listing: row.last_of },
      ];
