import type { Migration } from "@varde/storage";

/** What a consent is for: to see accounts, or only to ask whether an amount is there. */
export const consentScope: Migration = {
  system: "bank",
  name: "010-consent-scope",
  statements: ["alter table consent add column scope text not null default 'accounts'"],
};
