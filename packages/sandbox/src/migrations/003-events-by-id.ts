import type { Migration } from "@varde/storage";

/**
 * The event stream walks the log by id. SQLite has the order of writing for that. PostgreSQL gets an
 * index of block ranges: a few bytes for each megabyte of events, and writing one costs no more than
 * before, which a tree of ids would.
 */
export const eventsById: Migration = {
  system: "sandbox",
  name: "003-events-by-id",
  statements: [
    `/* postgres only */ create index event_by_id on event using brin (event_id)
      with (pages_per_range = 16, autosummarize = on)`,
  ],
};
