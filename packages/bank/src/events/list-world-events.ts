import { all, one, type Storage, sql } from "@varde/storage";

/** One line of a world's event log. */
export interface WorldEvent {
  readonly eventId: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly name: string;
  readonly actor: string;
  readonly detail: string | undefined;
  readonly at: number;
}

interface WorldEventRow {
  readonly event_id: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly name: string;
  readonly actor: string;
  readonly detail: string | null;
  readonly happened_at: bigint;
}

/** What happened in a world after an event, the oldest first. */
export const listEventsAfter = async (
  storage: Storage,
  worldId: string,
  afterId: string,
  limit: number,
): Promise<readonly WorldEvent[]> => {
  const rows = await storage.read(() =>
    all<WorldEventRow>(
      sql`select event_id, subject_kind, subject_id, name, actor, detail, happened_at from event
        where event_id > ${afterId} and world_id = ${worldId} order by event_id limit ${limit}`,
    ),
  );
  return rows.map((row) => ({
    eventId: row.event_id,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    name: row.name,
    actor: row.actor,
    detail: row.detail ?? undefined,
    at: Number(row.happened_at),
  }));
};

/** Where the event log ends now; what comes later comes after it. */
export const newestEventId = async (storage: Storage): Promise<string> => {
  const row = await storage.read(() =>
    one<{ event_id: string }>(sql`select event_id from event order by event_id desc limit 1`),
  );
  return row?.event_id ?? "";
};
