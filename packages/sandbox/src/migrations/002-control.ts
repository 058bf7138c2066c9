import type { Migration } from "@varde/storage";

/** Tables of the control API: scenarios and snapshots. */
export const control: Migration = {
  system: "sandbox",
  name: "002-control",
  statements: [
    `create table sandbox_scenario (
      world_id text not null,
      scenario_id text not null,
      definition text not null,
      matched integer not null
    )`,
    "create unique index sandbox_scenario_by_id on sandbox_scenario (world_id, scenario_id)",
    `create table sandbox_snapshot (
      world_id text not null,
      name text not null,
      saved_at integer not null,
      content text not null
    )`,
    "create unique index sandbox_snapshot_by_name on sandbox_snapshot (world_id, name)",
  ],
};
