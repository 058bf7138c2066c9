import type { Migration } from "@varde/storage";

/**
 * Adds the signatures of payments that several people of a company sign, and what each person has
 * signed on an account in a day.
 */
export const signingMandates: Migration = {
  system: "bank",
  name: "025-signing-mandates",
  oldestVersion: "0.1.0",
  statements: [
    "alter table payment add column signatures_missing integer",
    `create index payment_of_company on payment (world_id, agreement_id, payment_id)
      where status = 'RCVD' and agreement_id is not null`,
    `create index basket_of_company on basket (world_id, agreement_id, basket_id)
      where state = 'open' and agreement_id is not null`,
    `create table payment_signature (
      world_id text not null,
      payment_id text not null,
      person_id text not null,
      sca_id text not null,
      subject_hash text not null,
      rule text,
      channel text not null,
      signed_at integer not null,
      counts integer not null,
      primary key (payment_id, person_id)
    )`,
    "create index payment_signature_of_person on payment_signature (world_id, person_id)",
    `create table signing_day (
      world_id text not null,
      account_id text not null,
      person_id text not null,
      day text not null,
      nok_minor integer not null,
      primary key (world_id, account_id, person_id, day)
    )`,
    "create index signing_day_age on signing_day (world_id, day)",
  ],
};
