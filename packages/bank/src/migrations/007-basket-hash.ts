import type { Migration } from "@varde/storage";

/** What the payments of a basket were when it was made, so that an SCA need not read them all. */
export const basketHash: Migration = {
  system: "bank",
  name: "007-basket-hash",
  statements: ["alter table basket add column hash text not null default ''"],
};
