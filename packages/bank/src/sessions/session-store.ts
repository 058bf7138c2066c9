import type { PsuContext } from "@varde/protocol";
import { all, one, type ReadCacheOptions, run, sql, type Unit } from "@varde/storage";
import type { PsuScope } from "../request/psu.ts";
import type { Session } from "../request/session.ts";

interface SessionRow {
  readonly session_id: string;
  readonly person_id: string;
  readonly context: PsuContext;
  readonly agreement_id: string | null;
  readonly authenticated_at: bigint;
  readonly ended_at: bigint | null;
}

/** Options for a cache of what `listSessions` returns. */
export const sessionCacheOptions: ReadCacheOptions = {
  name: "sessions",
  entriesMax: 10_000,
  groups: [{ table: "session", key: ["tpp_id", "session_id"] }],
};

/** Lists the sessions under one id: one for each person who completed SCA in it. */
export function* listSessions(tppId: string, sessionId: string): Unit<readonly Session[]> {
  const rows = yield* all<SessionRow>(
    sql`select session_id, person_id, context, agreement_id, authenticated_at, ended_at
      from session where tpp_id = ${tppId} and session_id = ${sessionId}`,
  );
  return rows.map(readSession);
}

/** SCA-29: finds the session of a PSU with a TPP that no newer one has replaced, expired or not. */
export function* findLatestSession(
  personId: string,
  { worldId, tppId }: PsuScope,
): Unit<Session | undefined> {
  const row = yield* one<SessionRow>(
    sql`select session_id, person_id, context, agreement_id, authenticated_at, ended_at
      from session where tpp_id = ${tppId} and person_id = ${personId} and world_id = ${worldId}
        and ended_at is null`,
  );
  return row && readSession(row);
}

const readSession = (row: SessionRow): Session => ({
  sessionId: row.session_id,
  personId: row.person_id,
  context: row.context,
  agreementId: row.agreement_id ?? undefined,
  authenticatedAt: Number(row.authenticated_at),
  endedAt: row.ended_at === null ? undefined : Number(row.ended_at),
});

/**
 * LIM-07, LIM-08: opens or renews the session of a completed SCA and ends the PSU's other sessions
 * with this TPP. Not called for an aborted SCA, so the old session stays valid.
 */
export function* openSession(session: {
  readonly worldId: string;
  readonly tppId: string;
  readonly personId: string;
  readonly sessionId: string;
  readonly context: PsuContext;
  readonly agreementId: string | undefined;
  readonly at: number;
}): Unit<void> {
  yield* run(
    sql`update session set ended_at = ${session.at} where tpp_id = ${session.tppId}
      and person_id = ${session.personId} and session_id <> ${session.sessionId}
      and world_id = ${session.worldId} and ended_at is null`,
    sql`insert into session
        (world_id, tpp_id, person_id, session_id, context, agreement_id, authenticated_at)
      values (${session.worldId}, ${session.tppId}, ${session.personId}, ${session.sessionId},
        ${session.context}, ${session.agreementId ?? null}, ${session.at})
      on conflict (tpp_id, session_id, person_id) do update set context = excluded.context,
        agreement_id = excluded.agreement_id, authenticated_at = excluded.authenticated_at,
        ended_at = null`,
  );
}
