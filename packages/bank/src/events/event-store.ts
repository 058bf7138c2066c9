import { all, jsonRows, type Statement, sql, type Unit } from "@varde/storage";
import type { Ids } from "../ports/ids.ts";

/** An event in the life of a stored resource: what happened, when, and by whom. Never changed. */
export interface BankEvent {
  readonly worldId: string;
  readonly subjectKind: "payment" | "basket" | "consent" | "sca";
  readonly subjectId: string;
  readonly name: string;
  /** The TPP, the person, or "bank". */
  readonly actor: string;
  readonly detail?: string;
  readonly at: number;
}

export const recordEvent = (ids: Ids, event: BankEvent): Statement =>
  sql`insert into event
      (event_id, world_id, subject_kind, subject_id, name, actor, detail, happened_at)
    values (${ids.newId()}, ${event.worldId}, ${event.subjectKind}, ${event.subjectId},
      ${event.name}, ${event.actor}, ${event.detail ?? null}, ${event.at})`;

/** Records the same event for many subjects in one statement. */
export const recordEvents = (
  ids: Ids,
  event: Omit<BankEvent, "subjectId">,
  subjectIds: readonly string[],
): Statement => {
  const rows = subjectIds.map((subjectId) => [ids.newId(), subjectId]);
  const detail = event.detail ?? null;
  return sql`insert into event
      (event_id, world_id, subject_kind, subject_id, name, actor, detail, happened_at)
    select value ->> 0, ${event.worldId}, ${event.subjectKind}, value ->> 1, ${event.name},
      ${event.actor}, ${detail}, cast(${event.at} as bigint)
    from ${jsonRows(rows)}`;
};

export interface EventRow {
  readonly name: string;
  readonly actor: string;
  readonly detail: string | null;
  readonly happened_at: bigint;
}

/** Lists the events of one subject, oldest first. */
export const listEvents = (subjectId: string): Unit<readonly EventRow[]> =>
  all<EventRow>(
    sql`select name, actor, detail, happened_at from event where subject_id = ${subjectId}
      order by event_id`,
  );
