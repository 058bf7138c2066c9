import type { Migration } from "@varde/storage";

/**
 * Adds whether a world has its own copy of the data set, when it was last used, and whether it is
 * being deleted. Worlds that exist already have a copy, and count as used now. As version 0.1.0
 * expects a copy, new worlds get one when they are opened.
 */
export const cheapWorlds: Migration = {
  system: "sandbox",
  name: "008-cheap-worlds",
  oldestVersion: "0.1.0",
  statements: [
    "alter table sandbox_world add column is_copied integer not null default 1",
    "alter table sandbox_world add column is_deleting integer not null default 0",
    "alter table sandbox_world add column last_used_at integer not null default 0",
    "/* sqlite only */ update sandbox_world set last_used_at = unixepoch() * 1000",
    `/* postgres only */ update sandbox_world
      set last_used_at = cast(extract(epoch from now()) * 1000 as bigint)`,
    "create table sandbox_opening (with_copy integer not null)",
    "insert into sandbox_opening (with_copy) values (1)",
  ],
};
