import { type Migration, recordRowChanges, stopCountingChanges } from "@varde/storage";

/** Records which sessions change, instead of counting the changes of all of them. */
export const sessionRowChanges: Migration = {
  system: "bank",
  name: "011-session-row-changes",
  statements: [
    ...stopCountingChanges("session"),
    ...recordRowChanges({ table: "session", key: ["tpp_id", "session_id"] }),
  ],
};
