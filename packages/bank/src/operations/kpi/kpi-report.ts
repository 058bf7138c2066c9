import { buildTable } from "@varde/protocol";
import { findDowntime, type KpiSecond } from "./find-downtime.ts";
import { clipIntervals, findGaps, type Interval, joinIntervals, sumIntervals } from "./interval.ts";
import { type KpiService, kpiServices, type RequestSums } from "./kpi-minute.ts";
import type { ChannelDay, PlannedDowntime } from "./kpi-store.ts";
import type { CalendarDay, Quarter } from "./quarter.ts";

/** The sums of the requests of one day. */
export type DaySums = Readonly<RequestSums>;

/** The figures of one interface on one day. Undefined: there is nothing to compute them from. */
export interface KpiDay {
  readonly day: string;
  /** How much of the day was measured: all of it, except on the first day and today. */
  readonly measuredSeconds: number;
  readonly downtimeSeconds: number;
  /** The part of the downtime that was planned. */
  readonly plannedSeconds: number;
  readonly uptimePercent: number | undefined;
  /** Average time of a successful response in milliseconds. */
  readonly averageMs: Readonly<Record<KpiService, number | undefined>>;
  /** Downtime by the requests of each service alone. */
  readonly serviceDowntimeSeconds: Readonly<Record<KpiService, number | undefined>>;
  readonly requests: number | undefined;
  readonly errors: number | undefined;
  readonly errorPercent: number | undefined;
}

export const downtimeCauses = ["planned", "unanswered requests", "no process running"] as const;

export interface Downtime extends Interval {
  readonly cause: (typeof downtimeCauses)[number];
  /** The service that was down; undefined if the whole interface was. */
  readonly service?: KpiService;
  /** Why it was planned. */
  readonly reason?: string;
  /** The systems that failed, the most frequent first: a port, the database, overload. */
  readonly sources?: readonly string[];
}

/** The figures of one interface: that for TPPs, or a channel of the bank for its own customers. */
export interface KpiInterface {
  readonly name: string;
  readonly days: readonly KpiDay[];
}

export interface KpiReport {
  readonly quarter: Quarter;
  /** The period that was measured, within the quarter; empty if there are no rows. */
  readonly measured: Interval;
  readonly dedicated: KpiInterface;
  readonly channels: readonly KpiInterface[];
  /**
   * Every cause of downtime with its period, of the interface and of single services. Periods of
   * different causes may overlap.
   */
  readonly downtimes: readonly Downtime[];
}

/** The facts that a report is computed from. */
export interface KpiFacts {
  readonly sums: ReadonlyMap<string, DaySums>;
  readonly seconds: readonly KpiSecond[];
  readonly serviceSeconds: Readonly<Record<KpiService, readonly KpiSecond[]>>;
  /** When each process was running. */
  readonly running: readonly Interval[];
  readonly planned: readonly PlannedDowntime[];
  readonly channels: readonly ChannelDay[];
  /** From the first start of a process until now. */
  readonly measured: Interval;
}

const dedicatedInterface = "dedicated interface";

/**
 * Computes the figures of a quarter (guidelines 2.2 to 2.4 and 3). The interface was down while
 * requests were not answered, while no process was running, and during planned downtime.
 */
export const computeKpiReport = (quarter: Quarter, facts: KpiFacts): KpiReport => {
  const [measured = { from: quarter.from, to: quarter.from }] = clipIntervals(
    [facts.measured],
    quarter,
  );
  const downtimes = listDowntimes(facts, measured);
  const ofInterface = downtimes.filter(({ service }) => service === undefined);
  const down = joinIntervals(ofInterface);
  const planned = joinIntervals(ofInterface.filter(({ cause }) => cause === "planned"));
  const downByService = buildTable(kpiServices, (service) => {
    const isDown = (each: Downtime) =>
      each.service === service || (each.service === undefined && each.cause !== unansweredCause);
    return joinIntervals(downtimes.filter(isDown));
  });
  const periods = { measured, down, downByService, planned };
  const days = quarter.days.map((day) => computeDay(day, periods, facts.sums.get(day.day)));
  const names = [...new Set(facts.channels.map(({ channel }) => channel))].sort();
  const channels = names.map((name) => ({
    name,
    days: quarter.days.map((day) =>
      presentChannelDay(
        day,
        facts.channels.find((each) => each.channel === name && each.day === day.day),
      ),
    ),
  }));
  return { quarter, measured, dedicated: { name: dedicatedInterface, days }, channels, downtimes };
};

const unansweredCause = "unanswered requests";

/**
 * A process that replaces another has started before the other stops, but each reads the
 * database's clock on its own, and a slow response makes one of them a little wrong.
 */
const clocksApartMsMax = 1_000;

const listDowntimes = (facts: KpiFacts, measured: Interval): readonly Downtime[] => {
  const unanswered: readonly Downtime[] = [undefined, ...kpiServices].flatMap((service) => {
    const seconds = service === undefined ? facts.seconds : facts.serviceSeconds[service];
    const found = findDowntime(seconds, facts.measured.to);
    const more = { cause: unansweredCause, ...(service !== undefined && { service }) } as const;
    return found.map((period) => ({ ...period, ...more }));
  });
  const stopped = findGaps(joinIntervals(facts.running), measured).filter(
    ({ from, to }) => to - from > clocksApartMsMax,
  );
  const found: readonly Downtime[] = [
    ...facts.planned.map(({ startsAt, endsAt, reason }) => ({
      from: startsAt,
      to: endsAt,
      cause: "planned" as const,
      reason,
    })),
    ...unanswered,
    ...stopped.map((each) => ({ ...each, cause: "no process running" as const })),
  ];
  return found
    .flatMap((each) => clipIntervals([each], measured).map((part) => ({ ...each, ...part })))
    .sort((one, other) => one.from - other.from);
};

interface Periods {
  readonly measured: Interval;
  readonly down: readonly Interval[];
  readonly downByService: Readonly<Record<KpiService, readonly Interval[]>>;
  readonly planned: readonly Interval[];
}

const computeDay = (
  day: CalendarDay,
  { measured, down, downByService, planned }: Periods,
  sums: DaySums | undefined,
): KpiDay => {
  const seconds = (intervals: readonly Interval[]) =>
    Math.round(sumIntervals(clipIntervals(intervals, day)) / 1_000);
  const measuredSeconds = seconds([measured]);
  const downtimeSeconds = seconds(down);
  const { requests = 0, errors = 0 } = sums ?? {};
  const isMeasured = sums !== undefined || measuredSeconds > 0;
  return {
    day: day.day,
    measuredSeconds,
    downtimeSeconds,
    plannedSeconds: seconds(planned),
    uptimePercent: uptimePercent(downtimeSeconds, measuredSeconds),
    averageMs: averages((service) => {
      const count = sums?.[`${service}Count`] ?? 0;
      return count === 0 ? undefined : (sums?.[`${service}Us`] ?? 0) / count / 1_000;
    }),
    serviceDowntimeSeconds: buildTable(kpiServices, (service) => seconds(downByService[service])),
    requests: isMeasured ? requests : undefined,
    errors: isMeasured ? errors : undefined,
    errorPercent: requests === 0 ? undefined : (errors / requests) * 100,
  };
};

const presentChannelDay = (day: CalendarDay, channel: ChannelDay | undefined): KpiDay => {
  const measuredSeconds = channel === undefined ? 0 : (day.to - day.from) / 1_000;
  const { downtimeSeconds = 0, requests, errors } = channel ?? {};
  const isCounted = requests !== undefined && requests > 0 && errors !== undefined;
  return {
    day: day.day,
    measuredSeconds,
    downtimeSeconds,
    plannedSeconds: 0,
    uptimePercent: uptimePercent(downtimeSeconds, measuredSeconds),
    averageMs: averages((service) => {
      const us = channel?.[`${service}Us`];
      return us === undefined ? undefined : us / 1_000;
    }),
    serviceDowntimeSeconds: averages(() => undefined),
    requests,
    errors,
    errorPercent: isCounted ? (errors / requests) * 100 : undefined,
  };
};

const averages = (average: (service: KpiService) => number | undefined): KpiDay["averageMs"] =>
  buildTable(kpiServices, average);

const uptimePercent = (downSeconds: number, seconds: number): number | undefined =>
  seconds === 0 ? undefined : 100 - (downSeconds / seconds) * 100;
