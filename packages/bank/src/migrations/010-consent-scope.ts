import type { Migration } from "@varde/storage";

/** Adds the scope of a consent: reading accounts, or only confirming funds. */
export const consentScope: Migration = {
  system: "bank",
  name: "010-consent-scope",
  statements: ["alter table consent add column scope text not null default 'accounts'"],
};
