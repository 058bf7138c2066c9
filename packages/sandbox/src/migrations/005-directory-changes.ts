import { countChanges, type Migration } from "@varde/storage";

/** Who may use an account is remembered, and how the clocks stand, so their changes are counted. */
export const directoryChanges: Migration = {
  system: "sandbox",
  name: "005-directory-changes",
  statements: [
    ...countChanges("sandbox_agreement"),
    ...countChanges("sandbox_engagement"),
    ...countChanges("sandbox_world"),
  ],
};
