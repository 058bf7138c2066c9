import type { Migration } from "@varde/storage";

/**
 * The event stream walks the log by id. SQLite has the order of writing for that. PostgreSQL gets
 * an index of block ranges: some bytes for each hundred kilobytes of events, and an event is no
 * dearer to write, as it would be with a tree of ids.
 */
export const eventsById: Migration = {
  system: "sandbox",
  name: "003-events-by-id",
  statements: [
    `/* postgres only */ create index event_by_id on event using brin (event_id)
      with (pages_per_range = 16, autosummarize = on)`,
  ],
};
