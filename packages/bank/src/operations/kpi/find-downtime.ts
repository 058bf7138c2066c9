import type { Interval } from "./interval.ts";
import {
  type KpiMinute,
  type KpiService,
  type SlowRequests,
  seriesLength,
  seriesSecondsMax,
  unanswered,
} from "./kpi-minute.ts";

/** The requests that were received in one second, by all processes. */
export interface KpiSecond {
  /** Seconds since 1970. */
  readonly second: number;
  /** Whether one of them had a successful response in the same second. */
  isAnswered: boolean;
  /** After how many seconds others were answered. */
  readonly waits: number[];
  /** How many were not answered within 30 seconds. */
  unanswered: number;
  /** How many requests failed because of each system. */
  readonly sources: Map<string, number>;
}

/** A period in which the interface or a service was down. */
export interface DownPeriod extends Interval {
  /** The systems that failed, the most frequent first. */
  readonly sources: readonly string[];
}

/**
 * Merges the rows of all processes into seconds, in order; of one service, if it is named. Seconds
 * in which all requests were answered at once are left out, except the first of all, because more
 * may precede it, and the first after each of the others: only those can end a series.
 */
export const mergeSeconds = (
  rows: readonly KpiMinute[],
  service?: KpiService,
): readonly KpiSecond[] => {
  const kept: KpiSecond[] = [];
  let before: KpiSecond | undefined;
  for (const minute of groupByMinute(rows)) {
    // Nearly every minute is like this, and a quarter has 130 000.
    const isQuiet = minute.every((row) => isAnsweredAtOnce(row, service));
    if (isQuiet && before !== undefined && isPlain(before)) continue;
    for (const second of mergeMinute(minute, service)) {
      if (before === undefined || !isPlain(second) || !isPlain(before)) kept.push(second);
      before = second;
    }
  }
  return kept;
};

const groupByMinute = (rows: readonly KpiMinute[]): readonly (readonly KpiMinute[])[] =>
  [...Map.groupBy(rows, ({ minute }) => minute)]
    .sort(([one], [other]) => one - other)
    .map(([, ofMinute]) => ofMinute);

const isAnsweredAtOnce = (row: KpiMinute, service: KpiService | undefined): boolean =>
  findPart(row, service).slow.length === 0 && listFailed(row, service).length === 0;

/** Merges the rows of one minute. */
const mergeMinute = (
  rows: readonly KpiMinute[],
  service: KpiService | undefined,
): readonly KpiSecond[] => {
  const seconds = new Map<number, KpiSecond>();
  const at = (second: number): KpiSecond => {
    const known = seconds.get(second);
    if (known !== undefined) return known;
    const added = { second, isAnswered: false, waits: [], unanswered: 0, sources: new Map() };
    seconds.set(second, added);
    return added;
  };
  for (const row of rows) {
    const first = row.minute * 60;
    const { answered, slow } = findPart(row, service);
    const bits = BigInt(answered);
    for (let second = 0; second < 60; second += 1) {
      if ((bits >> BigInt(second)) & 1n) at(first + second).isAnswered = true;
    }
    for (const [second, wait, count] of slow) {
      const merged = at(first + second);
      if (wait === unanswered) merged.unanswered += count;
      else merged.waits.push(...Array<number>(count).fill(wait));
    }
    for (const [second, source, count] of listFailed(row, service)) {
      const { sources } = at(first + second);
      sources.set(source, (sources.get(source) ?? 0) + count);
    }
  }
  return [...seconds.values()].sort((one, other) => one.second - other.second);
};

/** Returns what a row says about a service. A row without services says it about all of them. */
const findPart = (
  { answeredSeconds, slow, services }: KpiMinute,
  service: KpiService | undefined,
): { readonly answered: bigint | string; readonly slow: readonly SlowRequests[] } => {
  if (service === undefined || services === undefined) return { answered: answeredSeconds, slow };
  const own = services[service];
  return { answered: own?.answered ?? "0", slow: own?.slow ?? [] };
};

const listFailed = ({ services = {} }: KpiMinute, service: KpiService | undefined) =>
  service === undefined
    ? Object.values(services).flatMap(({ failed }) => failed)
    : (services[service]?.failed ?? []);

const isPlain = ({ unanswered, waits }: KpiSecond): boolean =>
  unanswered === 0 && waits.length === 0;

/**
 * Finds the periods in which the interface was down (guideline 2.4): from the receipt of the first
 * of five requests in a row, received within 30 seconds, of which none was answered within these 30
 * seconds and with no successful one between them, until the next successful response. A second
 * with one ends a series, because the order within a second is unknown. Refusals neither begin nor
 * end a period. A period that has not ended lasts until `until`.
 */
export const findDowntime = (
  seconds: readonly KpiSecond[],
  until: number,
): readonly DownPeriod[] => {
  const periods: DownPeriod[] = [];
  let at = 0;
  while (at < seconds.length) {
    const from = seconds[at]?.second ?? 0;
    if (!startsSeries(seconds, at)) {
      at += 1;
      continue;
    }
    const end = findAnswer(seconds, at);
    const to = end === undefined ? until : end * 1_000;
    const failed = new Map<string, number>();
    for (; at < seconds.length && (seconds[at]?.second ?? 0) * 1_000 < to; at += 1) {
      for (const [source, count] of seconds[at]?.sources ?? []) {
        failed.set(source, (failed.get(source) ?? 0) + count);
      }
    }
    periods.push({ from: from * 1_000, to, sources: listByCount(failed) });
    if (end === undefined) break;
  }
  return periods;
};

const listByCount = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);

/** Returns whether five requests from this second on are a series without an answer. */
const startsSeries = (seconds: readonly KpiSecond[], first: number): boolean => {
  const start = seconds[first];
  if (start === undefined || start.unanswered === 0) return false;
  const deadline = start.second + seriesSecondsMax;
  let count = 0;
  for (let at = first; at < seconds.length && count < seriesLength; at += 1) {
    const { second, isAnswered, waits, unanswered } = seconds[at] ?? start;
    if (second > deadline || isAnswered) return false;
    if (waits.some((wait) => second + wait <= deadline)) return false;
    count += unanswered + waits.length;
  }
  return count >= seriesLength;
};

/** Returns the second of the first answer to a request received from this second on. */
const findAnswer = (seconds: readonly KpiSecond[], first: number): number | undefined => {
  let earliest: number | undefined;
  for (let at = first; ; at += 1) {
    const next = seconds[at];
    if (next === undefined) break;
    const { second, isAnswered, waits } = next;
    if (earliest !== undefined && second >= earliest) break;
    const answers = [...(isAnswered ? [0] : []), ...waits].map((wait) => second + wait);
    if (answers.length > 0) earliest = Math.min(earliest ?? Number.POSITIVE_INFINITY, ...answers);
  }
  return earliest;
};
