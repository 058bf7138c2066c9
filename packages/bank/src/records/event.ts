import {
  integer,
  jsonRows,
  named,
  optional,
  type RecordOf,
  type Statement,
  sql,
  table,
  text,
  type Unit,
} from "@varde/storage";
import type { Ids, WorldId } from "../ports/ids.ts";

export const eventTable = table("event", {
  eventId: text(),
  worldId: text<WorldId>(),
  subjectKind: text<"payment" | "basket" | "consent" | "sca">(),
  subjectId: text(),
  name: text(),
  /** The TPP, the person, or "bank". */
  actor: text(),
  detail: optional(text()),
  at: named("happened_at", integer),
});

/** An event in the life of a stored resource: what happened, when, and by whom. Never changed. */
export interface StoredEvent extends RecordOf<typeof eventTable> {}
export type BankEvent = Omit<StoredEvent, "eventId" | "detail"> & { readonly detail?: string };

export const recordEvent = (ids: Ids, { detail, ...event }: BankEvent): Statement =>
  eventTable.insert({ ...event, detail, eventId: ids.newId() });

/** Records the same event for many subjects in one statement. */
export const recordEvents = (
  ids: Ids,
  event: Omit<BankEvent, "subjectId">,
  subjectIds: readonly string[],
): Statement => {
  const rows = subjectIds.map((subjectId) => [ids.newId(), subjectId]);
  const detail = event.detail ?? null;
  return sql`insert into event (${eventTable.columns})
    select value ->> 0, ${event.worldId}, ${event.subjectKind}, value ->> 1, ${event.name},
      ${event.actor}, ${detail}, cast(${event.at} as bigint)
    from ${jsonRows(rows)}`;
};

/** Lists the events of one subject, oldest first. */
export const listEvents = (subjectId: string): Unit<readonly StoredEvent[]> =>
  eventTable.all(sql`select * from event where subject_id = ${subjectId} order by event_id`);
