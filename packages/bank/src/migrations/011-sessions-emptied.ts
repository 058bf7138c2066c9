import { countTruncation, type Migration } from "@varde/storage";

/** Whoever empties the table by hand ends every session at once, in every process. */
export const sessionsEmptied: Migration = {
  system: "bank",
  name: "011-sessions-emptied",
  statements: countTruncation("session"),
};
