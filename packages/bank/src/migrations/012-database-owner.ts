import type { Migration } from "@varde/storage";

/** Adds the bank that a database belongs to. The table has one row. */
export const databaseOwner: Migration = {
  system: "bank",
  name: "012-database-owner",
  oldestVersion: "0.1.0",
  statements: [
    `create table database_owner (
      only_row integer primary key check (only_row = 1),
      bank_id text not null,
      mode text not null
    )`,
  ],
};
