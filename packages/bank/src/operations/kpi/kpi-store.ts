import {
  all,
  forUpdateSkipLocked,
  integer,
  one,
  optional,
  type RecordOf,
  run,
  type Statement,
  sql,
  table,
  text,
  type Unit,
} from "@varde/storage";
import type { Interval } from "./interval.ts";
import { type KpiMinute, kpiMinuteTable } from "./kpi-minute.ts";

const plannedDowntimeTable = table("kpi_planned_downtime", {
  downtimeId: text(),
  startsAt: integer,
  endsAt: integer,
  reason: text(),
});

/** Downtime that the bank planned; it counts as downtime for its whole length. */
export interface PlannedDowntime extends RecordOf<typeof plannedDowntimeTable> {}

const channelDayTable = table("kpi_channel_day", {
  channel: text(),
  day: text(),
  downtimeSeconds: integer,
  accountInformationUs: optional(integer),
  paymentInitiationUs: optional(integer),
  fundsConfirmationUs: optional(integer),
  requests: optional(integer),
  errors: optional(integer),
});

/** The figures of one of the bank's own channels on one day, as imported. */
export interface ChannelDay extends RecordOf<typeof channelDayTable> {}

/** When a process started, and until when it is known to have run. */
export interface ProcessRun {
  readonly processId: string;
  readonly startedAt: number;
  readonly seenUntil: number;
}

/** Stores the rows of a process and that it is running. Repeating it changes nothing. */
export const storeKpiRows = (
  { processId, startedAt, seenUntil }: ProcessRun,
  rows: readonly KpiMinute[],
): readonly Statement[] => [
  sql`insert into kpi_process (process_id, started_at, seen_until)
    values (${processId}, ${startedAt}, ${seenUntil})
    on conflict (process_id) do update set seen_until = excluded.seen_until`,
  ...rows.map(kpiMinuteTable.insertNew),
];

const rowsPerTurn = 500;

/** Deletes some of the rows from before an instant, oldest first. */
export const forgetKpiRows = (before: number): readonly Statement[] => [
  sql`delete from kpi_minute where (minute, process_id, part) in (
    select minute, process_id, part from kpi_minute
    where minute < ${Math.floor(before / 60_000)}
    order by minute limit ${rowsPerTurn} ${forUpdateSkipLocked})`,
  sql`delete from kpi_process where process_id in (
    select process_id from kpi_process where seen_until < ${before}
    order by seen_until limit ${rowsPerTurn} ${forUpdateSkipLocked})`,
];

/** Lists the rows from one minute until before another. */
export const listKpiMinutes = (from: number, to: number): Unit<readonly KpiMinute[]> =>
  kpiMinuteTable.all(sql`select * from kpi_minute where minute >= ${from} and minute < ${to}`);

/** Returns the last minute before this one in which a request was answered at once. */
export function* lastAnsweredBefore(minute: number): Unit<number | undefined> {
  const row = yield* one<{ minute: bigint }>(
    sql`select minute from kpi_minute where minute < ${minute} and answered_seconds <> 0
      order by minute desc limit 1`,
  );
  return row && Number(row.minute);
}

/** Returns the first minute from this one on in which a request was answered at once. */
export function* firstAnsweredFrom(minute: number): Unit<number | undefined> {
  const row = yield* one<{ minute: bigint }>(
    sql`select minute from kpi_minute where minute >= ${minute} and answered_seconds <> 0
      order by minute limit 1`,
  );
  return row && Number(row.minute);
}

/** Returns when the first process started and until when the last was seen, if any has run. */
export function* findMeasured(): Unit<Interval | undefined> {
  const row = yield* one<{ first: bigint | null; last: bigint | null }>(
    sql`select min(started_at) as first, max(seen_until) as last from kpi_process`,
  );
  if (row === undefined || row.first === null || row.last === null) return undefined;
  return { from: Number(row.first), to: Number(row.last) };
}

/** Lists when processes were running during a period. */
export function* listRunning({ from, to }: Interval): Unit<readonly Interval[]> {
  const rows = yield* all<{ started_at: bigint; seen_until: bigint }>(
    sql`select started_at, seen_until from kpi_process
      where seen_until > ${from} and started_at < ${to}`,
  );
  return rows.map((row) => ({ from: Number(row.started_at), to: Number(row.seen_until) }));
}

export const insertPlannedDowntime = (planned: PlannedDowntime): Statement =>
  plannedDowntimeTable.insert(planned);

export const listPlannedDowntime = (): Unit<readonly PlannedDowntime[]> =>
  plannedDowntimeTable.all(sql`select * from kpi_planned_downtime order by starts_at, downtime_id`);

/** Deletes planned downtime and returns whether there was one with this id. */
export function* deletePlannedDowntime(downtimeId: string): Unit<boolean> {
  const [deleted] = yield* run(
    sql`delete from kpi_planned_downtime where downtime_id = ${downtimeId}`,
  );
  return deleted === 1n;
}

/** Stores the figures of a channel and replaces those of the same day. */
export const storeChannelDay = (day: ChannelDay): Statement =>
  sql`${channelDayTable.insert(day)} on conflict (channel, day) do update set
    downtime_seconds = excluded.downtime_seconds,
    account_information_us = excluded.account_information_us,
    payment_initiation_us = excluded.payment_initiation_us,
    funds_confirmation_us = excluded.funds_confirmation_us,
    requests = excluded.requests, errors = excluded.errors`;

export const listChannelDays = (from: string, to: string): Unit<readonly ChannelDay[]> =>
  channelDayTable.all(
    sql`select * from kpi_channel_day where day >= ${from} and day <= ${to} order by channel, day`,
  );
