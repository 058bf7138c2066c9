import type { Migration } from "@varde/storage";

/** Adds what an SCA shows of the payments in other currencies than their debtor accounts. */
export const shownQuotes: Migration = {
  system: "bank",
  name: "024-shown-quotes",
  oldestVersion: "0.1.0",
  statements: ["alter table sca add column shown text"],
};
