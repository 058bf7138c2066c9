import type { Migration } from "@varde/storage";

/**
 * Lets the event stream read the log in the order of ids. SQLite uses the insertion order.
 * PostgreSQL gets a BRIN index, which is small and, unlike a B-tree, does not slow down inserts.
 */
export const eventsById: Migration = {
  system: "sandbox",
  name: "003-events-by-id",
  statements: [
    `/* postgres only */ create index event_by_id on event using brin (event_id)
      with (pages_per_range = 16, autosummarize = on)`,
  ],
};
