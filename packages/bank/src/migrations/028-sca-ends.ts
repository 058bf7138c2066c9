import type { Migration } from "@varde/storage";

/** Adds how an SCA ended, for a browser that did not receive the way back to the TPP. */
export const scaEnds: Migration = {
  system: "bank",
  name: "028-sca-ends",
  oldestVersion: "0.1.0",
  statements: ["alter table sca add column ended text"],
};
