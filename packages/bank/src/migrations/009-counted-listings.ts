import type { Migration } from "@varde/storage";

/** Adds what each counted call listed, so that a further page can be matched to its listing. */
export const countedListings: Migration = {
  system: "bank",
  name: "009-counted-listings",
  statements: ["first_of", "second_of", "third_of", "last_of"].map(
    (column) => `alter table unattended_access add column ${column} text not null default ''`,
  ),
};
