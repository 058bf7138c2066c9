import type { Migration } from "@varde/storage";

export const consents: Migration = {
  system: "bank",
  name: "003-consents",
  statements: [
    `create table consent (
      consent_id text not null primary key,
      world_id text not null,
      tpp_id text not null,
      tpp_name text not null,
      brand text,
      person_id text not null,
      agreement_id text not null,
      granted_at integer not null,
      renewed_at integer not null,
      unique (tpp_id, world_id, person_id, agreement_id)
    )`,
    "create index consent_of_person on consent (world_id, person_id)",
    `create table consent_account (
      world_id text not null,
      consent_id text not null,
      account_id text not null,
      granted_at integer not null,
      unique (consent_id, account_id)
    )`,
    "create index consent_account_by_account on consent_account (world_id, account_id)",
    // The last four calls without the PSU, oldest first: a fifth must wait until the first is a day
    // old.
    `create table unattended_access (
      world_id text not null,
      consent_id text not null,
      account_id text not null,
      kind text not null,
      first_at integer not null,
      second_at integer not null,
      third_at integer not null,
      last_at integer not null,
      unique (consent_id, account_id, kind)
    )`,
    // Visits to the bank's own pages. Only the hash of the cookie is stored.
    `create table own_visit (
      cookie_hash text not null primary key,
      world_id text not null,
      person_id text,
      attempts integer not null,
      touched_at integer not null
    )`,
    "create index own_visit_age on own_visit (touched_at)",
  ],
};
