import { buildTable, listKeys } from "@varde/protocol";
import type { Storage } from "@varde/storage";
import { type KpiSecond, mergeSeconds } from "./find-downtime.ts";
import type { Interval } from "./interval.ts";
import { type KpiMinute, kpiServices, noRequests } from "./kpi-minute.ts";
import { computeKpiReport, type DaySums, type KpiReport } from "./kpi-report.ts";
import {
  findMeasured,
  firstAnsweredFrom,
  lastAnsweredBefore,
  listChannelDays,
  listKpiMinutes,
  listPlannedDowntime,
  listRunning,
} from "./kpi-store.ts";
import type { CalendarDay, Quarter } from "./quarter.ts";

/** A running process is seen once a minute. One not seen for this long has ended. */
const unseenMsMax = 3 * 60_000;

/** Reads the rows of all processes and computes the report of a quarter. */
export const readKpiReport = async (
  quarter: Quarter,
  now: number,
  storage: Pick<Storage, "read">,
): Promise<KpiReport> => {
  const measured = await readMeasured(now, storage);
  const sums = new Map<string, DaySums>();
  const seconds: KpiSecond[] = [];
  const serviceSeconds = buildTable(kpiServices, (): KpiSecond[] => []);
  for (const page of await listPages(quarter, storage)) {
    const rows = await storage.read(() => listKpiMinutes(toMinute(page.from), toMinute(page.to)));
    for (const second of mergeSeconds(rows)) seconds.push(second);
    for (const service of kpiServices) {
      for (const second of mergeSeconds(rows, service)) serviceSeconds[service].push(second);
    }
    if (page.day !== undefined && rows.length > 0) sums.set(page.day, sumRows(rows));
  }
  const [first, last] = [quarter.days[0]?.day ?? "", quarter.days.at(-1)?.day ?? ""];
  return computeKpiReport(quarter, {
    sums,
    seconds,
    serviceSeconds,
    measured,
    running: await storage.read(() => listRunning(quarter)),
    planned: await storage.read(listPlannedDowntime),
    channels: await storage.read(() => listChannelDays(first, last)),
  });
};

const readMeasured = async (now: number, storage: Pick<Storage, "read">): Promise<Interval> => {
  const seen = await storage.read(findMeasured);
  if (seen === undefined) return { from: now, to: now };
  return { from: seen.from, to: now - seen.to > unseenMsMax ? now : Math.min(seen.to, now) };
};

type Page = Interval & Partial<Pick<CalendarDay, "day">>;

/**
 * Returns the days of the quarter, after the time since the last answer before it and before the
 * time until the first answer after it: a series of unanswered requests may cross midnight.
 */
const listPages = async (
  quarter: Quarter,
  storage: Pick<Storage, "read">,
): Promise<readonly Page[]> => {
  const before = (await storage.read(() => lastAnsweredBefore(toMinute(quarter.from)))) ?? 0;
  const after = await storage.read(() => firstAnsweredFrom(toMinute(quarter.to)));
  return [
    { from: before * 60_000, to: quarter.from },
    ...quarter.days,
    { from: quarter.to, to: after === undefined ? Number.MAX_SAFE_INTEGER : (after + 1) * 60_000 },
  ];
};

const toMinute = (epochMs: number): number => Math.floor(epochMs / 60_000);

const sumRows = (rows: readonly KpiMinute[]): DaySums => {
  const total = { ...noRequests };
  const names = listKeys(total);
  for (const row of rows) {
    for (const name of names) total[name] += row[name];
  }
  return total;
};
