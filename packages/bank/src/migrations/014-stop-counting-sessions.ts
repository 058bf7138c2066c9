import { type Migration, stopCountingChanges } from "@varde/storage";

/** Stops counting the changes of sessions; only version 0.1.0 needs them. */
export const stopCountingSessions: Migration = {
  system: "bank",
  name: "014-stop-counting-sessions",
  oldestVersion: "0.2.0",
  isContract: true,
  statements: stopCountingChanges("session"),
};
