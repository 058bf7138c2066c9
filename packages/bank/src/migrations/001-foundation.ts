import type { Migration } from "@varde/storage";

export const foundation: Migration = {
  system: "bank",
  name: "001-foundation",
  statements: [
    `create table tpp (
      tpp_id text not null primary key,
      identifier text not null unique,
      name text not null,
      world_id text not null,
      contact_email text,
      first_seen_at integer not null
    )`,
    `create table psu_identifier (
      psu_id text not null primary key,
      tpp_id text not null,
      world_id text not null,
      person_id text not null,
      unique (tpp_id, world_id, person_id)
    )`,
    `create table corporate_identifier (
      psu_corporate_id text not null primary key,
      tpp_id text not null,
      world_id text not null,
      agreement_id text not null,
      unique (tpp_id, world_id, agreement_id)
    )`,
    `create table session (
      world_id text not null,
      tpp_id text not null,
      person_id text not null,
      session_id text not null,
      context text not null,
      agreement_id text,
      authenticated_at integer not null,
      ended_at integer,
      unique (tpp_id, session_id, person_id)
    )`,
    "create index session_of_person on session (tpp_id, person_id)",
    `create table request (
      tpp_id text not null,
      request_id text not null,
      fingerprint text not null,
      status integer not null,
      body text,
      created_at integer not null,
      unique (tpp_id, request_id)
    )`,
    "create index request_age on request (created_at)",
    `create table payment (
      payment_id text not null primary key,
      world_id text not null,
      tpp_id text not null,
      person_id text,
      agreement_id text,
      context text,
      service text not null,
      product text not null,
      route text not null,
      status text not null,
      version integer not null,
      body text not null,
      amount_minor integer not null,
      currency text not null,
      debtor_account_id text not null,
      execution_date text not null,
      date_moved integer not null,
      fee_minor integer not null,
      fee_currency text not null,
      funds_available integer,
      failure text,
      basket_id text,
      parent_id text,
      session_id text not null,
      duplicate_key text,
      created_at integer not null,
      signed_at integer,
      status_at integer not null
    )`,
    `create index payment_due on payment (world_id, execution_date)
      where status in ('ACTC', 'ACWC', 'ACCP')`,
    "create index payment_unsigned on payment (created_at) where status = 'RCVD'",
    `create table payment_duplicate (
      duplicate_key text not null primary key,
      payment_id text not null,
      created_at integer not null
    )`,
    `create table sca (
      sca_id text not null primary key,
      link_hash text not null unique,
      world_id text not null,
      tpp_id text not null,
      tpp_name text not null,
      brand text,
      session_id text not null,
      redirect_uri text not null,
      subject_kind text not null,
      subject_id text,
      subject_hash text,
      expected_person_id text,
      person_id text,
      given_context text,
      context text,
      agreement_id text,
      status text not null,
      version integer not null,
      attempts integer not null,
      browser_hash text,
      ended_code text,
      created_at integer not null,
      touched_at integer not null
    )`,
    "create index sca_of_subject on sca (subject_id, sca_id)",
    `create table event (
      event_id text not null primary key,
      world_id text not null,
      subject_kind text not null,
      subject_id text not null,
      name text not null,
      actor text not null,
      detail text,
      happened_at integer not null
    )`,
    "create index event_of_subject on event (subject_id, event_id)",
    `create table outbox (
      outbox_id text not null primary key,
      world_id text not null,
      payment_id text not null unique,
      claimed_until integer not null,
      created_at integer not null
    )`,
  ],
};
