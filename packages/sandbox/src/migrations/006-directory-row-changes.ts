import { type Migration, recordRowChanges } from "@varde/storage";

const tables = ["sandbox_agreement", "sandbox_engagement", "sandbox_world"];

/** Records in which world these tables change. Version 0.1.0 still needs all changes counted. */
export const directoryRowChanges: Migration = {
  system: "sandbox",
  name: "006-directory-row-changes",
  oldestVersion: "0.1.0",
  statements: tables.flatMap((table) => recordRowChanges({ table, key: ["world_id"] })),
};
