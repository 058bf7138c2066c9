import type { Migration } from "@varde/storage";

/** Adds a hash of a basket's payments at its creation, so that an SCA need not read them all. */
export const basketHash: Migration = {
  system: "bank",
  name: "007-basket-hash",
  statements: ["alter table basket add column hash text not null default ''"],
};
