import type { Migration } from "@varde/storage";

/** Adds the lease of the process that runs the background jobs for all processes. */
export const jobLease: Migration = {
  system: "bank",
  name: "022-job-lease",
  oldestVersion: "0.1.0",
  statements: [
    `create table job_lease (
      only_row integer primary key check (only_row = 1),
      owner text not null,
      claimed_until integer not null,
      term_ends_at integer not null
    )`,
  ],
};
