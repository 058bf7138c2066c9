import { type Operation, operationList } from "@varde/protocol";
import type { FinishedRequest } from "../../request/finished-request.ts";
import {
  type KpiMinute,
  type KpiService,
  noRequests,
  type RequestSums,
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

interface MinuteSums extends RequestSums {
  /** A bit for each second, in two halves that fit into small integers. */
  readonly answeredSeconds: [number, number];
  /** Counts by second and wait, as `second * 64 + wait + 1`. */
  readonly slow: Map<number, number>;
}

interface SumNames {
  readonly count: `${KpiService}Count`;
  readonly us: `${KpiService}Us`;
}

const sumNames: Readonly<Record<KpiService, SumNames>> = {
  accountInformation: { count: "accountInformationCount", us: "accountInformationUs" },
  paymentInitiation: { count: "paymentInitiationCount", us: "paymentInitiationUs" },
  fundsConfirmation: { count: "fundsConfirmationCount", us: "fundsConfirmationUs" },
};

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
    sums.requests += 1;
    if (isComplete && status !== undefined && status < 500) {
      if (status < 300) {
        sums[names.count] += 1;
        sums[names.us] += Math.round(waitedMs * 1_000);
      }
      addWait(sums, receivedAt, waitedMs);
      return;
    }
    const isDropped = status === undefined && finished.handledMs !== undefined;
    const isFailed = isDropped || (status !== undefined && status >= 500);
    if (isFailed) sums.errors += 1;
    if (isFailed || waitedMs >= patienceMs) addSlow(sums, receivedAt, unanswered);
  }

  /** Returns what was added since the last call, one row for each minute. */
  drain(): readonly KpiMinute[] {
    this.#part += 1;
    const rows = [...this.#minutes].map(([minute, { answeredSeconds, slow, ...sums }]) => ({
      ...sums,
      minute,
      processId: this.#processId,
      part: this.#part,
      answeredSeconds: BigInt(answeredSeconds[0]) | (BigInt(answeredSeconds[1]) << 30n),
      slow: [...slow].map(([key, count]) => [Math.floor(key / 64), (key % 64) - 1, count] as const),
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

const addWait = (sums: MinuteSums, receivedAt: number, waitedMs: number): void => {
  const seconds = Math.floor((receivedAt + waitedMs) / 1_000) - Math.floor(receivedAt / 1_000);
  if (seconds === 0) {
    const second = secondOfMinute(receivedAt);
    sums.answeredSeconds[second < 30 ? 0 : 1] |= 1 << (second % 30);
  } else addSlow(sums, receivedAt, seconds > seriesSecondsMax ? unanswered : seconds);
};

const addSlow = (sums: MinuteSums, receivedAt: number, wait: number): void => {
  const key = secondOfMinute(receivedAt) * 64 + wait + 1;
  sums.slow.set(key, Math.min((sums.slow.get(key) ?? 0) + 1, seriesLength));
};

const secondOfMinute = (epochMs: number): number => Math.floor(epochMs / 1_000) % 60;

const emptySums = (): MinuteSums => ({
  ...noRequests,
  answeredSeconds: [0, 0],
  slow: new Map(),
});
