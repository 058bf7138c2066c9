import { type Migration, recordRowChanges, stopCountingChanges } from "@varde/storage";

const tables = ["sandbox_agreement", "sandbox_engagement", "sandbox_world"];

/** Records in which world these tables change, instead of counting all their changes. */
export const directoryRowChanges: Migration = {
  system: "sandbox",
  name: "006-directory-row-changes",
  statements: tables.flatMap((table) => [
    ...stopCountingChanges(table),
    ...recordRowChanges({ table, key: ["world_id"] }),
  ]),
};
