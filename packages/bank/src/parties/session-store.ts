import { type ReadCacheOptions, run, sql, type Unit } from "@varde/storage";
import type { PersonId, SessionId, TppId } from "../ports/ids.ts";
import type { PsuScope } from "../records/identified-psu.ts";
import { type Session, sessionTable } from "../records/session.ts";

/** Options for a cache of what `listSessions` returns. */
export const sessionCacheOptions: ReadCacheOptions = {
  name: "sessions",
  entriesMax: 10_000,
  groups: [{ table: "session", key: ["tpp_id", "session_id"] }],
};

/** Lists the sessions under one id: one for each person who completed SCA in it. */
export const listSessions = (tppId: TppId, sessionId: SessionId): Unit<readonly Session[]> =>
  sessionTable.all(
    sql`select * from session where tpp_id = ${tppId} and session_id = ${sessionId}`,
  );

/** SCA-29: finds the session of a PSU with a TPP that no newer one has replaced, expired or not. */
export const findLatestSession = (
  personId: PersonId,
  { worldId, tppId }: PsuScope,
): Unit<Session | undefined> =>
  sessionTable.one(
    sql`select * from session where tpp_id = ${tppId} and person_id = ${personId}
      and world_id = ${worldId} and ended_at is null`,
  );

/**
 * LIM-07, LIM-08: opens or renews the session of a completed SCA and ends the PSU's other sessions
 * with this TPP. Not called for an aborted SCA, so the old session stays valid.
 */
export function* openSession(
  session: Omit<Session, "authenticatedAt" | "endedAt">,
  at: number,
): Unit<void> {
  const opened = { ...session, authenticatedAt: at, endedAt: undefined };
  yield* run(
    sql`update session set ended_at = ${at} where tpp_id = ${session.tppId}
      and person_id = ${session.personId} and session_id <> ${session.sessionId}
      and world_id = ${session.worldId} and ended_at is null`,
    sql`${sessionTable.insert(opened)}
      on conflict (tpp_id, session_id, person_id) do update set context = excluded.context,
        agreement_id = excluded.agreement_id, authenticated_at = excluded.authenticated_at,
        ended_at = null`,
  );
}
