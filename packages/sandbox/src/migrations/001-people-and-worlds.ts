import type { Migration } from "@varde/storage";

/**
 * Tables of the sandbox's worlds and their customers. Ids are unique within a world, so that a
 * world can be opened by copying the rows of another one.
 */
export const peopleAndWorlds: Migration = {
  system: "sandbox",
  name: "001-people-and-worlds",
  statements: [
    `create table sandbox_world (
      world_id text not null primary key,
      name text not null,
      seed integer not null,
      opened_at integer not null,
      clock_offset_ms integer not null,
      clock_fixed_at integer,
      clock_epoch integer not null
    )`,
    // A template is written under a new id and is copied only once it is complete.
    `create table sandbox_template (
      template_id text not null primary key,
      template_key text not null,
      begun_at integer not null,
      is_whole integer not null
    )`,
    `create unique index sandbox_template_by_key on sandbox_template (template_key)
      where is_whole = 1`,
    `create table sandbox_person (
      world_id text not null,
      person_id text not null,
      customer_number text not null,
      name text not null
    )`,
    "create unique index sandbox_person_by_id on sandbox_person (world_id, person_id)",
    `create unique index sandbox_person_by_number
      on sandbox_person (world_id, customer_number)`,
    `create table sandbox_customer (
      world_id text not null,
      customer_id text not null,
      person_id text not null,
      customer_type text not null,
      name text not null,
      is_seeded integer not null
    )`,
    "create unique index sandbox_customer_by_id on sandbox_customer (world_id, customer_id)",
    "create index sandbox_customer_by_person on sandbox_customer (world_id, person_id)",
    `create table sandbox_agreement (
      world_id text not null,
      agreement_id text not null,
      owner_id text not null,
      person_id text,
      context text not null,
      name text not null
    )`,
    "create unique index sandbox_agreement_by_id on sandbox_agreement (world_id, agreement_id)",
    "create index sandbox_agreement_by_owner on sandbox_agreement (world_id, owner_id)",
    // Only a private agreement has a person, who may act under it even without accounts.
    `create index sandbox_agreement_by_person on sandbox_agreement (world_id, person_id)
      where person_id is not null`,
    `create table sandbox_engagement (
      world_id text not null,
      engagement_id text not null,
      agreement_id text not null,
      person_id text not null,
      account_id text not null,
      may_view integer not null,
      may_register integer not null
    )`,
    `create unique index sandbox_engagement_by_id
      on sandbox_engagement (world_id, engagement_id)`,
    `create unique index sandbox_engagement_by_agreement
      on sandbox_engagement (world_id, agreement_id, person_id, account_id)`,
    "create index sandbox_engagement_by_person on sandbox_engagement (world_id, person_id)",
    "create index sandbox_engagement_by_account on sandbox_engagement (world_id, account_id)",
  ],
};
