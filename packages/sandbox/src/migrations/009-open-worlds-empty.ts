import type { Migration } from "@varde/storage";

/** Opens worlds without a copy of the data set; only version 0.1.0 needs one. */
export const openWorldsEmpty: Migration = {
  system: "sandbox",
  name: "009-open-worlds-empty",
  oldestVersion: "0.2.0",
  isContract: true,
  statements: ["update sandbox_opening set with_copy = 0"],
};
