import type { Migration } from "@varde/storage";

/** Adds whether the person that an SCA expects was named only by X-PSU-IDENTITY. */
export const namedByNumber: Migration = {
  system: "bank",
  name: "030-named-by-number",
  oldestVersion: "0.1.0",
  statements: ["alter table sca add column expected_by text"],
};
