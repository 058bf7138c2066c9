import { countTruncation, type Migration } from "@varde/storage";

/** Tables that are remembered and emptied by hand are forgotten too. */
export const directoryEmptied: Migration = {
  system: "sandbox",
  name: "006-directory-emptied",
  statements: ["sandbox_agreement", "sandbox_engagement", "sandbox_world"].flatMap(countTruncation),
};
