import type { Migration } from "@varde/storage";

/** Table of the progress of each world's history. */
export const historyGoesOn: Migration = {
  system: "sandbox",
  name: "004-history-goes-on",
  statements: [
    `create table sandbox_history (
      world_id text not null primary key,
      last_month text not null,
      booked_until text not null
    )`,
  ],
};
