import { all, one, perEngine, type Storage, sql } from "@varde/storage";

/** One line of a world's event log. */
export interface WorldEvent {
  /** Where it stands in the log, to go on from there. */
  readonly place: string;
  readonly eventId: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly name: string;
  readonly actor: string;
  readonly detail: string | undefined;
  readonly at: number;
}

interface WorldEventRow {
  readonly place: string;
  readonly event_id: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly name: string;
  readonly actor: string;
  readonly detail: string | null;
  readonly happened_at: bigint;
}

/**
 * What happened in a world after a place in the log, the oldest first. Events have no index of
 * their own: SQLite finds the place by the order of writing, PostgreSQL looks through the log.
 */
export const listEventsAfter = async (
  storage: Storage,
  worldId: string,
  afterPlace: string,
  limit: number,
): Promise<readonly WorldEvent[]> => {
  const rows = await storage.read(() =>
    all<WorldEventRow>(
      perEngine({
        sqlite: sql`select cast(rowid as text) as place, event_id, subject_kind, subject_id, name,
            actor, detail, happened_at from event
          where rowid > cast(${afterPlace} as integer) and world_id = ${worldId}
          order by rowid limit ${limit}`,
        postgres: sql`select event_id as place, event_id, subject_kind, subject_id, name, actor,
            detail, happened_at from event
          where event_id > ${afterPlace} and world_id = ${worldId}
          order by event_id limit ${limit}`,
      }),
    ),
  );
  return rows.map((row) => ({
    place: row.place,
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
export const endOfEvents = async (storage: Storage): Promise<string> => {
  const row = await storage.read(() =>
    one<{ place: string | null }>(
      perEngine({
        sqlite: sql`select cast(max(rowid) as text) as place from event`,
        postgres: sql`select max(event_id) as place from event`,
      }),
    ),
  );
  return row?.place ?? "";
};
