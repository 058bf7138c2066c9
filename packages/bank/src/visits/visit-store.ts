import { one, type Statement, sql, type Unit } from "@varde/storage";
import { identificationAttemptsMax, scaIdleMsMax } from "../request/sca.ts";
import type { Visit } from "./visit.ts";

interface VisitRow {
  readonly cookie_hash: string;
  readonly world_id: string;
  readonly person_id: string | null;
  readonly attempts: bigint;
  readonly touched_at: bigint;
}

export function* findVisit(cookieHash: string): Unit<Visit | undefined> {
  const row = yield* one<VisitRow>(
    sql`select cookie_hash, world_id, person_id, attempts, touched_at from own_visit
      where cookie_hash = ${cookieHash}`,
  );
  return row === undefined
    ? undefined
    : {
        cookieHash: row.cookie_hash,
        worldId: row.world_id,
        personId: row.person_id ?? undefined,
        attempts: Number(row.attempts),
        touchedAt: Number(row.touched_at),
      };
}

/**
 * Counts an attempt before the identification is checked, so that concurrent attempts do not exceed
 * the limit. Returns the number of the attempt, or undefined if no more are allowed.
 */
export function* countAttempt(
  cookieHash: string,
  worldId: string,
  now: number,
): Unit<number | undefined> {
  const row = yield* one<{ attempts: bigint }>(
    sql`insert into own_visit (cookie_hash, world_id, person_id, attempts, touched_at)
      values (${cookieHash}, ${worldId}, null, 1, ${now})
      on conflict (cookie_hash) do update set person_id = null, touched_at = excluded.touched_at,
        attempts = case when own_visit.touched_at < ${now - scaIdleMsMax} then 1
          else own_visit.attempts + 1 end
        where own_visit.attempts < ${identificationAttemptsMax}
          or own_visit.touched_at < ${now - scaIdleMsMax}
      returning attempts`,
  );
  return row === undefined ? undefined : Number(row.attempts);
}

export const insertVisit = (visit: Visit): Statement =>
  sql`insert into own_visit (cookie_hash, world_id, person_id, attempts, touched_at)
    values (${visit.cookieHash}, ${visit.worldId}, ${visit.personId ?? null}, ${visit.attempts},
      ${visit.touchedAt})`;

export const touchVisit = (cookieHash: string, now: number): Statement =>
  sql`update own_visit set touched_at = ${now} where cookie_hash = ${cookieHash}`;

export const deleteVisit = (cookieHash: string): Statement =>
  sql`delete from own_visit where cookie_hash = ${cookieHash}`;

/** Finds the world that a visitor names if it exists, otherwise the world opened last. */
export function* findVisitedWorld(requestedWorld: string): Unit<string | undefined> {
  const row = yield* one<{ world_id: string }>(
    sql`select world_id from tpp
      order by case when world_id = ${requestedWorld} then 0 else 1 end, first_seen_at desc
      limit 1`,
  );
  return row?.world_id;
}
