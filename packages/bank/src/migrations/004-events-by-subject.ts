import type { Migration } from "@varde/storage";

/**
 * Recreates the event table without its primary key. Events are only read by subject, and the key
 * was the most expensive part of writing one, which every step of a payment does.
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
