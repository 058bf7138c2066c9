import { type Migration, recordRowChanges } from "@varde/storage";

/** Records which PSU-IDs are deleted, so that every process removes them from its cache. */
export const psuRowChanges: Migration = {
  system: "bank",
  name: "013-psu-row-changes",
  oldestVersion: "0.1.0",
  statements: recordRowChanges({
    table: "psu_identifier",
    key: ["psu_id"],
    columns: ["person_id"],
  }),
};
