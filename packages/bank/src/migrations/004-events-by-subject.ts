import type { Migration } from "@varde/storage";

/**
 * Events are only ever read by their subject, so the index by their own id goes: it was the dearest
 * part of writing one, and every step of a payment writes one.
 */
export const eventsBySubject: Migration = {
  system: "bank",
  name: "004-events-by-subject",
  statements: [
    "drop index event_of_subject",
    "alter table event rename to event_with_key",
    `create table event (
      event_id text not null,
      world_id text not null,
      subject_kind text not null,
      subject_id text not null,
      name text not null,
      actor text not null,
      detail text,
      happened_at integer not null
    )`,
    `insert into event (event_id, world_id, subject_kind, subject_id, name, actor, detail,
        happened_at)
      select event_id, world_id, subject_kind, subject_id, name, actor, detail, happened_at
      from event_with_key order by event_id`,
    "drop table event_with_key",
    "create index event_of_subject on event (subject_id, event_id)",
  ],
};
