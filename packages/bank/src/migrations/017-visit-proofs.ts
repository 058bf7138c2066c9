import type { Migration } from "@varde/storage";

/** Adds proofs that a visitor of the bank's own pages gives outside them. */
export const visitProofs: Migration = {
  system: "bank",
  name: "017-visit-proofs",
  oldestVersion: "0.1.0",
  statements: [
    "alter table own_visit add column pending text",
    "alter table own_visit add column callback_hash text",
  ],
};
