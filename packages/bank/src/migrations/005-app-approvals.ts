import type { Migration } from "@varde/storage";

/** What is approved in the bank's app rather than by a link, and the brand the PSU is shown. */
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
