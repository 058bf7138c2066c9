import type { Migration } from "@varde/storage";

/** Adds the epoch of the clock in which calls were counted: those of earlier ones do not count. */
export const accessEpoch: Migration = {
  system: "bank",
  name: "027-access-epoch",
  oldestVersion: "0.1.0",
  statements: ["alter table unattended_access add column epoch integer not null default 0"],
};
