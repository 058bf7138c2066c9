import { one, type Statement, sql, type Unit } from "@varde/storage";
import type { WorldId } from "../ports/ids.ts";
import { identificationAttemptsMax, scaIdleMsMax } from "../records/sca.ts";
import { type Visit, visitTable } from "../records/visit.ts";

export const findVisit = (cookieHash: string): Unit<Visit | undefined> =>
  visitTable.one(sql`select * from own_visit where cookie_hash = ${cookieHash}`);

/**
 * Counts an attempt before the identification is checked, so that concurrent attempts do not exceed
 * the limit, and ends a pending one. Returns the number of the attempt, or undefined if no more are
 * allowed.
 */
export function* countAttempt(
  cookieHash: string,
  worldId: WorldId,
  now: number,
): Unit<number | undefined> {
  const first = { ...newVisit, cookieHash, worldId, attempts: 1, touchedAt: now };
  const row = yield* one<{ attempts: bigint }>(
    sql`${visitTable.insert(first)}
      on conflict (cookie_hash) do update set person_id = null, touched_at = excluded.touched_at,
        pending = null, callback_hash = null,
        attempts = case when own_visit.touched_at < ${now - scaIdleMsMax} then 1
          else own_visit.attempts + 1 end
        where own_visit.attempts < ${identificationAttemptsMax}
          or own_visit.touched_at < ${now - scaIdleMsMax}
      returning attempts`,
  );
  return row === undefined ? undefined : Number(row.attempts);
}

const newVisit = { personId: undefined, attempts: 0, pending: undefined, callbackHash: undefined };

/** Stores an identification that is pending. Attempts that were counted before still count. */
export const storePending = (
  pending: Pick<Visit, "cookieHash" | "worldId" | "pending" | "callbackHash">,
  now: number,
): Statement =>
  sql`${visitTable.insert({ ...newVisit, ...pending, touchedAt: now })}
    on conflict (cookie_hash) do update set person_id = null, touched_at = excluded.touched_at,
      pending = excluded.pending, callback_hash = excluded.callback_hash`;

export const touchVisit = (cookieHash: string, now: number): Statement =>
  sql`update own_visit set touched_at = ${now} where cookie_hash = ${cookieHash}`;

export const deleteVisit = (cookieHash: string): Statement =>
  sql`delete from own_visit where cookie_hash = ${cookieHash}`;

/** Finds the world that a visitor names if it exists, otherwise the world opened last. */
export function* findVisitedWorld(requested: WorldId | undefined): Unit<WorldId | undefined> {
  const row = yield* one<{ world_id: WorldId }>(
    sql`select world_id from tpp
      order by case when world_id = ${requested ?? null} then 0 else 1 end, first_seen_at desc
      limit 1`,
  );
  return row?.world_id;
}
