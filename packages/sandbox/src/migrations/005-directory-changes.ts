import { countChanges, type Migration } from "@varde/storage";

/** Counts changes of the directory and the clocks, because both are cached. */
export const directoryChanges: Migration = {
  system: "sandbox",
  name: "005-directory-changes",
  statements: [
    ...countChanges("sandbox_agreement"),
    ...countChanges("sandbox_engagement"),
    ...countChanges("sandbox_world"),
  ],
};
