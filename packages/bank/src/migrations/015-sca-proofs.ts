import type { Migration } from "@varde/storage";

/** Adds proofs that a PSU gives outside the bank's pages, and the evidence of every proof. */
export const scaProofs: Migration = {
  system: "bank",
  name: "015-sca-proofs",
  oldestVersion: "0.1.0",
  statements: [
    "alter table sca add column pending text",
    "alter table sca add column callback_hash text",
    "alter table sca add column evidence text",
    "create index sca_by_callback on sca (callback_hash) where callback_hash is not null",
  ],
};
