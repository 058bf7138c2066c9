import { countChanges, type Migration } from "@varde/storage";

/** Sessions are remembered, so their changes are counted. */
export const sessionChanges: Migration = {
  system: "bank",
  name: "008-session-changes",
  statements: countChanges("session"),
};
