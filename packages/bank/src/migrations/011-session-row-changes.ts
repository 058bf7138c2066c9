import { type Migration, recordRowChanges } from "@varde/storage";

/** Records which sessions change. Version 0.1.0 still needs the changes of all to be counted. */
export const sessionRowChanges: Migration = {
  system: "bank",
  name: "011-session-row-changes",
  oldestVersion: "0.1.0",
  statements: recordRowChanges({ table: "session", key: ["tpp_id", "session_id"] }),
};
