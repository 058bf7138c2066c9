import type { Migration } from "@varde/storage";

/**
 * Adds what the quarterly report to the regulator is computed from: the sums of each minute and
 * process, the time that each process was running, planned downtime, and the figures of the bank's
 * own channels.
 */
export const kpi: Migration = {
  system: "bank",
  name: "020-kpi",
  oldestVersion: "0.1.0",
  statements: [
    `create table kpi_minute (
      minute integer not null,
      process_id text not null,
      part integer not null,
      requests integer not null,
      errors integer not null,
      account_information_count integer not null,
      account_information_us integer not null,
      payment_initiation_count integer not null,
      payment_initiation_us integer not null,
      funds_confirmation_count integer not null,
      funds_confirmation_us integer not null,
      answered_seconds integer not null,
      slow text not null,
      primary key (minute, process_id, part)
    )`,
    `create table kpi_process (
      process_id text primary key,
      started_at integer not null,
      seen_until integer not null
    )`,
    "create index kpi_process_seen_until on kpi_process (seen_until)",
    `create table kpi_planned_downtime (
      downtime_id text primary key,
      starts_at integer not null,
      ends_at integer not null,
      reason text not null
    )`,
    `create table kpi_channel_day (
      channel text not null,
      day text not null,
      downtime_seconds integer not null,
      account_information_us integer,
      payment_initiation_us integer,
      funds_confirmation_us integer,
      requests integer,
      errors integer,
      primary key (channel, day)
    )`,
  ],
};
