import { all, one, perEngine, type Row, type Storage, sql } from "@varde/storage";
import type { Ids, WorldId } from "../../ports/ids.ts";
import { eventTable, type StoredEvent } from "../../records/event.ts";

/** An entry of the event log. */
export interface LoggedEvent extends StoredEvent {
  /** Position in the log, from which reading can continue. */
  readonly place: string;
}

/**
 * Lists the events of all worlds after a position in the log, oldest first. A reader that follows
 * one world skips the events of the others once and never scans them again. Both engines read from
 * the position on: SQLite in the order of writing, PostgreSQL in the order of ids.
 */
export const listEventsAfter = async (
  storage: Storage,
  afterPlace: string,
  limit: number,
): Promise<readonly LoggedEvent[]> => {
  const rows = await storage.read(() =>
    all<Row & { readonly place: string }>(
      perEngine({
        sqlite: sql`select cast(rowid as text) as place, ${eventTable.columns} from event
          where rowid > cast(${afterPlace} as integer)
          order by rowid limit ${limit}`,
        postgres: sql`select event_id as place, ${eventTable.columns} from event
          where event_id > ${afterPlace}
          order by event_id limit ${limit}`,
      }),
    ),
  );
  return rows.map((row) => ({ ...eventTable.read(row), place: row.place }));
};

/** Returns the position of the newest event of a world, or of any, after a position in the log. */
export const findNewestEvent = async (
  storage: Storage,
  afterPlace: string,
  worldId: WorldId | undefined,
): Promise<string | undefined> => {
  const ofWorld = worldId ?? null;
  const row = await storage.read(() =>
    one<{ place: string }>(
      perEngine({
        sqlite: sql`select cast(rowid as text) as place from event
          where rowid > cast(${afterPlace} as integer)
            and world_id = coalesce(cast(${ofWorld} as text), world_id)
          order by rowid desc limit 1`,
        postgres: sql`select event_id as place from event
          where event_id > ${afterPlace}
            and world_id = coalesce(cast(${ofWorld} as text), world_id)
          order by event_id desc limit 1`,
      }),
    ),
  );
  return row?.place;
};

/**
 * Returns the position after the last event; later events come after it. PostgreSQL would have to
 * scan the log for its greatest id, but a new id is greater than all earlier ones.
 */
export const endOfEvents = async (storage: Storage, ids: Ids): Promise<string> => {
  if (storage.engine === "postgres") return ids.newId();
  const last = perEngine({
    sqlite: sql`select cast(max(rowid) as text) as place from event`,
    postgres: sql`select cast(null as text) as place`,
  });
  const row = await storage.read(() => one<{ place: string | null }>(last));
  return row?.place ?? "";
};
