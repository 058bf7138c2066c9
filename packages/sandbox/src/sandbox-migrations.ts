import {
  countChanges,
  type Migration,
  recordRowChanges,
  stopCountingChanges,
} from "@varde/storage";

/**
 * Tables of the sandbox's worlds and their customers. Ids are unique within a world, so that a
 * world can be opened by copying the rows of another one.
 */
const peopleAndWorlds: Migration = {
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

/** Tables of the control API: scenarios and snapshots. */
const control: Migration = {
  system: "sandbox",
  name: "002-control",
  statements: [
    `create table sandbox_scenario (
      world_id text not null,
      scenario_id text not null,
      definition text not null,
      matched integer not null
    )`,
    "create unique index sandbox_scenario_by_id on sandbox_scenario (world_id, scenario_id)",
    `create table sandbox_snapshot (
      world_id text not null,
      name text not null,
      saved_at integer not null,
      content text not null
    )`,
    "create unique index sandbox_snapshot_by_name on sandbox_snapshot (world_id, name)",
  ],
};

/**
 * Lets the event stream read the log in the order of ids. SQLite uses the insertion order.
 * PostgreSQL gets a BRIN index, which is small and, unlike a B-tree, does not slow down inserts.
 */
const eventsById: Migration = {
  system: "sandbox",
  name: "003-events-by-id",
  statements: [
    `/* postgres only */ create index event_by_id on event using brin (event_id)
      with (pages_per_range = 16, autosummarize = on)`,
  ],
};

/** Table of the progress of each world's history. */
const historyGoesOn: Migration = {
  system: "sandbox",
  name: "004-history-goes-on",
  statements: [
    `create table sandbox_history (
      world_id text not null primary key,
      last_month text not null,
      booked_until text not null
    )`,
  ],
};

/** Counts changes of the directory and the clocks, because both are cached. */
const directoryChanges: Migration = {
  system: "sandbox",
  name: "005-directory-changes",
  statements: [
    ...countChanges("sandbox_agreement"),
    ...countChanges("sandbox_engagement"),
    ...countChanges("sandbox_world"),
  ],
};

const cachedTables = ["sandbox_agreement", "sandbox_engagement", "sandbox_world"];

/** Records in which world these tables change. Version 0.1.0 still needs all changes counted. */
const directoryRowChanges: Migration = {
  system: "sandbox",
  name: "006-directory-row-changes",
  oldestVersion: "0.1.0",
  statements: cachedTables.flatMap((table) => recordRowChanges({ table, key: ["world_id"] })),
};

/** Stops counting the changes of these tables; only version 0.1.0 needs them. */
const stopCountingDirectory: Migration = {
  system: "sandbox",
  name: "007-stop-counting-directory",
  oldestVersion: "0.2.0",
  isContract: true,
  statements: cachedTables.flatMap(stopCountingChanges),
};

/**
 * Adds whether a world has its own copy of the data set, when it was last used, and whether it is
 * being deleted. Worlds that exist already have a copy, and count as used now. As version 0.1.0
 * expects a copy, new worlds get one when they are opened.
 */
const cheapWorlds: Migration = {
  system: "sandbox",
  name: "008-cheap-worlds",
  oldestVersion: "0.1.0",
  statements: [
    "alter table sandbox_world add column is_copied integer not null default 1",
    "alter table sandbox_world add column is_deleting integer not null default 0",
    "alter table sandbox_world add column last_used_at integer not null default 0",
    "/* sqlite only */ update sandbox_world set last_used_at = unixepoch() * 1000",
    `/* postgres only */ update sandbox_world
      set last_used_at = cast(extract(epoch from now()) * 1000 as bigint)`,
    "create table sandbox_opening (with_copy integer not null)",
    "insert into sandbox_opening (with_copy) values (1)",
  ],
};

/** Opens worlds without a copy of the data set; only version 0.1.0 needs one. */
const openWorldsEmpty: Migration = {
  system: "sandbox",
  name: "009-open-worlds-empty",
  oldestVersion: "0.2.0",
  isContract: true,
  statements: ["update sandbox_opening set with_copy = 0"],
};

/** Adds who has to approve the payments of a company. */
const signingRules: Migration = {
  system: "sandbox",
  name: "010-signing-rules",
  oldestVersion: "0.1.0",
  statements: [
    "alter table sandbox_agreement add column signing text",
    "alter table sandbox_engagement add column may_approve integer not null default 0",
  ],
};

/**
 * Adds the account-data profiles of a world, and what its history books on later days. A world
 * without a value has the profiles of the setting.
 */
const accountDataProfiles: Migration = {
  system: "sandbox",
  name: "011-account-data-profiles",
  oldestVersion: "0.1.0",
  statements: [
    "alter table sandbox_world add column profiles text",
    "alter table sandbox_history add column waiting text not null default '[]'",
  ],
};

/** Adds what is known about the requests of each world, for the judge of its client. */
const requestFacts: Migration = {
  system: "sandbox",
  name: "012-request-facts",
  oldestVersion: "0.1.0",
  statements: [
    `create table sandbox_request_facts (
      world_id text not null,
      first_number integer not null,
      last_number integer not null,
      facts integer not null,
      content text not null
    )`,
    `create index sandbox_request_facts_by_world
      on sandbox_request_facts (world_id, first_number)`,
    "create index sandbox_request_facts_by_number on sandbox_request_facts (last_number)",
  ],
};

/** Migrations of the sandbox's tables, in the order in which they run. */
export const sandboxMigrations = [
  peopleAndWorlds,
  control,
  eventsById,
  historyGoesOn,
  directoryChanges,
  directoryRowChanges,
  stopCountingDirectory,
  cheapWorlds,
  openWorldsEmpty,
  signingRules,
  accountDataProfiles,
  requestFacts,
];
