import type { Migration } from "@varde/storage";

/** Adds approval in the bank's app, and the brand that the PSU is shown. */
export const appApprovals: Migration = {
  system: "bank",
  name: "005-app-approvals",
  statements: [
    "alter table sca add column channel text not null default 'redirect'",
    `create index sca_in_app on sca (world_id, expected_person_id)
      where channel = 'app' and status = 'received'`,
    "alter table payment add column brand text",
  ],
};
