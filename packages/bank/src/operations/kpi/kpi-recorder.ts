import { buildTable, listEntries, type Operation, operationList } from "@varde/protocol";
import type { FinishedRequest } from "../../request/finished-request.ts";
import {
  type KpiMinute,
  type KpiService,
  kpiServices,
  noRequests,
  type RequestSums,
  type RequestsByService,
  type SlowRequests,
  seriesLength,
  seriesSecondsMax,
  unanswered,
} from "./kpi-minute.ts";

/**
 * How long a caller must have waited when it closed the connection for the request to count as
 * unanswered: a fifth of the time that five requests may take. A caller that gives up earlier says
 * nothing about the bank.
 */
const patienceMs = (seriesSecondsMax * 1_000) / seriesLength;

/** The requests of one service in one minute, as they are counted. */
interface ServiceSums {
  /** A bit for each second, in two halves that fit into small integers. */
  readonly answered: [number, number];
  /** Counts by second and wait, as `second * 64 + wait + 1`. */
  readonly slow: Map<number, number>;
  /** Counts of failed requests by the system that failed and the second. */
  readonly failed: Map<string, Map<number, number>>;
}

interface MinuteSums extends RequestSums {
  readonly services: Readonly<Record<KpiService, ServiceSums>>;
}

interface SumNames {
  readonly service: KpiService;
  readonly count: `${KpiService}Count`;
  readonly us: `${KpiService}Us`;
}

const sumNames: Readonly<Record<KpiService, SumNames>> = buildTable(kpiServices, (service) => ({
  service,
  count: `${service}Count` as const,
  us: `${service}Us` as const,
}));

/**
 * Adds up the requests of one process for the regulator's figures, in memory: a few additions for
 * each request. `drain` returns the rows to be stored.
 */
export class KpiRecorder {
  readonly #sumNames = new Map<Operation, SumNames>();
  readonly #processId: string;
  readonly #minutes = new Map<number, MinuteSums>();
  #part = 0;
  #minute = Number.NaN;
  #current = emptySums();

  constructor(processId: string) {
    this.#processId = processId;
    for (const operation of operationList) {
      const service = kpiService(operation);
      if (service !== undefined) this.#sumNames.set(operation, sumNames[service]);
    }
  }

  /** Counts a request for account information, a payment or funds; ignores all others. */
  observe(finished: FinishedRequest): void {
    const { operation, status, isComplete, notAdmitted, bodyReadMs } = finished;
    const names = operation && this.#sumNames.get(operation);
    // A request whose body never arrived was not received.
    if (names === undefined || (bodyReadMs === undefined && notAdmitted === undefined)) return;
    const receivedAt = finished.receivedAt + (bodyReadMs ?? 0);
    const waitedMs = finished.durationMs - (bodyReadMs ?? 0);
    const sums = this.#sumsAt(receivedAt);
    const service = sums.services[names.service];
    sums.requests += 1;
    if (isComplete && status !== undefined && status < 500) {
      if (status < 300) {
        sums[names.count] += 1;
        sums[names.us] += Math.round(waitedMs * 1_000);
      }
      if (status < 400) addWait(service, receivedAt, waitedMs);
      // A refusal was answered, but is not a success: it neither begins nor ends a series.
      else if (waitedMs > seriesSecondsMax * 1_000) addFailed(service, receivedAt, noResponse);
      return;
    }
    const isDropped = status === undefined && finished.handledMs !== undefined;
    const isFailed = isDropped || (status !== undefined && status >= 500);
    if (isFailed) sums.errors += 1;
    if (isFailed || waitedMs >= patienceMs) addFailed(service, receivedAt, findSource(finished));
  }

  /** Returns what was added since the last call, one row for each minute. */
  drain(): readonly KpiMinute[] {
    this.#part += 1;
    const rows = [...this.#minutes].map(([minute, { services, ...sums }]) => ({
      ...sums,
      minute,
      processId: this.#processId,
      part: this.#part,
      ...joinServices(Object.values(services)),
      services: presentServices(services),
    }));
    this.#minutes.clear();
    this.#minute = Number.NaN;
    return rows;
  }

  #sumsAt(epochMs: number): MinuteSums {
    const minute = Math.floor(epochMs / 60_000);
    if (minute === this.#minute) return this.#current;
    const known = this.#minutes.get(minute);
    const sums = known ?? emptySums();
    if (known === undefined) this.#minutes.set(minute, sums);
    this.#minute = minute;
    this.#current = sums;
    return sums;
  }
}

/** Returns the service that an operation belongs to, by the role that may call it. */
export const kpiService = ({ roles }: Operation): KpiService | undefined => {
  if (roles.includes("PSP_AI")) return "accountInformation";
  if (roles.includes("PSP_PI")) return "paymentInitiation";
  return roles.includes("PSP_IC") ? "fundsConfirmation" : undefined;
};

const addWait = (service: ServiceSums, receivedAt: number, waitedMs: number): void => {
  const seconds = Math.floor((receivedAt + waitedMs) / 1_000) - Math.floor(receivedAt / 1_000);
  if (seconds === 0) {
    const second = secondOfMinute(receivedAt);
    service.answered[second < 30 ? 0 : 1] |= 1 << (second % 30);
  } else if (seconds > seriesSecondsMax) addFailed(service, receivedAt, noResponse);
  else addSlow(service, receivedAt, seconds);
};

/** The source of a failure if a response came too late, or none came. */
const noResponse = "no response in time";

const addFailed = (service: ServiceSums, receivedAt: number, source: string): void => {
  addSlow(service, receivedAt, unanswered);
  const seconds = service.failed.get(source) ?? new Map<number, number>();
  service.failed.set(source, seconds);
  const second = secondOfMinute(receivedAt);
  seconds.set(second, (seconds.get(second) ?? 0) + 1);
};

const findSource = ({ status, notAdmitted, refusal }: FinishedRequest): string => {
  if (notAdmitted !== undefined) return notAdmitted;
  if (status === undefined) return noResponse;
  // A response that cannot be signed is replaced by an unsigned 503 after the use case.
  return refusal?.source ?? (status === 503 ? "responseSigner" : "internal error");
};

const addSlow = ({ slow }: ServiceSums, receivedAt: number, wait: number): void => {
  const key = secondOfMinute(receivedAt) * 64 + wait + 1;
  slow.set(key, Math.min((slow.get(key) ?? 0) + 1, seriesLength));
};

const secondOfMinute = (epochMs: number): number => Math.floor(epochMs / 1_000) % 60;

const emptySums = (): MinuteSums => ({
  ...noRequests,
  services: buildTable(kpiServices, () => ({
    answered: [0, 0] as [number, number],
    slow: new Map<number, number>(),
    failed: new Map<string, Map<number, number>>(),
  })),
});

const toBits = ([early, late]: ServiceSums["answered"]): bigint =>
  BigInt(early) | (BigInt(late) << 30n);

const listSlow = (slow: ServiceSums["slow"]): readonly SlowRequests[] =>
  [...slow].map(([key, count]) => [Math.floor(key / 64), (key % 64) - 1, count] as const);

/** Returns the columns about all services together. */
const joinServices = (
  services: readonly ServiceSums[],
): Pick<KpiMinute, "answeredSeconds" | "slow"> => {
  const slow = new Map<number, number>();
  for (const [key, count] of services.flatMap((service) => [...service.slow])) {
    slow.set(key, Math.min((slow.get(key) ?? 0) + count, seriesLength));
  }
  const answeredSeconds = services.reduce((bits, { answered }) => bits | toBits(answered), 0n);
  return { answeredSeconds, slow: listSlow(slow) };
};

const presentServices = (services: MinuteSums["services"]): RequestsByService =>
  Object.fromEntries(
    listEntries(services)
      .map(
        ([service, { answered, slow, failed }]) =>
          [
            service,
            {
              answered: String(toBits(answered)),
              slow: listSlow(slow),
              failed: [...failed].flatMap(([source, seconds]) =>
                [...seconds].map(([second, count]) => [second, source, count] as const),
              ),
            },
          ] as const,
      )
      .filter(([, { answered, slow }]) => answered !== "0" || slow.length > 0),
  );
