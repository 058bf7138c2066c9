import { countChanges, type Migration } from "@varde/storage";

/** Counts the changes of sessions, because sessions are cached. */
export const sessionChanges: Migration = {
  system: "bank",
  name: "008-session-changes",
  statements: countChanges("session"),
};
