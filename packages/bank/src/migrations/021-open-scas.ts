import type { Migration } from "@varde/storage";

/** Adds an index that finds the open SCAs of a world in the order in which they time out. */
export const openScas: Migration = {
  system: "bank",
  name: "021-open-scas",
  oldestVersion: "0.1.0",
  statements: [
    `create index sca_open on sca (world_id, touched_at)
      where status not in ('finalised', 'failed')`,
  ],
};
