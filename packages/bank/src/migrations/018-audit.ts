import type { Migration } from "@varde/storage";

/**
 * Adds the audit: entries in one hash chain per process, the TPPs and the people they are about,
 * and the seals, which are one chain per bank. The chain with the id 0 is that of the seals.
 */
export const audit: Migration = {
  system: "bank",
  name: "018-audit",
  oldestVersion: "0.1.0",
  statements: [
    `create table audit_chain (
      chain_id integer primary key,
      started_at integer not null,
      head_number integer not null,
      head_hash text not null,
      sealed_number integer not null,
      cut_number integer not null,
      cut_hash text not null
    )`,
    `create table audit_entry (
      chain_id integer not null,
      number integer not null,
      at integer not null,
      actor_id text,
      subject_id text,
      operation text not null,
      status integer not null,
      code text,
      request_id text not null,
      consent_id text,
      resource_id text,
      hash text not null,
      primary key (chain_id, number)
    )`,
    "create index audit_entry_at on audit_entry (at)",
    `create index audit_entry_subject on audit_entry (subject_id, at)
      where subject_id is not null`,
    `create table audit_actor (
      actor_id text primary key,
      world_id text not null,
      tpp_id text not null,
      identifier text not null,
      name text not null,
      certificate text not null,
      serial_number text not null,
      issuer text not null
    )`,
    "create index audit_actor_identifier on audit_actor (identifier)",
    `create table audit_subject (
      subject_id text primary key,
      world_id text not null,
      person_id text not null,
      accounts_key text not null,
      salt text not null,
      created_at integer not null,
      unique (world_id, person_id, accounts_key)
    )`,
    "create index audit_subject_person on audit_subject (person_id)",
    `create table audit_subject_account (
      subject_id text not null,
      account_id text not null,
      primary key (subject_id, account_id)
    )`,
    "create index audit_subject_account_account on audit_subject_account (account_id)",
    `create table audit_seal (
      number integer primary key,
      at integer not null,
      kind text not null,
      content text not null,
      hash text not null
    )`,
  ],
};
