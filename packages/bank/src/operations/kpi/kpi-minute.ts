import { bigInteger, integer, json, optional, type RecordOf, table, text } from "@varde/storage";

/** The services whose response times are reported (guideline 2.3). */
export const kpiServices = [
  "accountInformation",
  "paymentInitiation",
  "fundsConfirmation",
] as const;
export type KpiService = (typeof kpiServices)[number];

/**
 * Requests that were received in the same second and waited equally long: the second of the minute,
 * how many seconds later the response was sent (`unanswered` if it was not, or was an error of the
 * bank), and how many such requests there were. More than `seriesLength` make no difference.
 */
export type SlowRequests = readonly [second: number, waitSeconds: number, count: number];
export const unanswered = -1;

/** The requests of one service in one minute. */
export interface ServiceRequests {
  /** Bit n: a request received in second n had a successful response in the same second. */
  readonly answered: string;
  readonly slow: readonly SlowRequests[];
  /** Requests that failed: the second, the system that failed, and how many there were. */
  readonly failed: readonly (readonly [second: number, source: string, count: number])[];
}

/** Services without requests are left out. */
export type RequestsByService = Partial<Readonly<Record<KpiService, ServiceRequests>>>;

/** The number of unanswered requests in a row after which the interface is down (guideline 2.4). */
export const seriesLength = 5;
/** How long these requests may wait in total, from the receipt of the first. */
export const seriesSecondsMax = 30;

export const kpiMinuteTable = table("kpi_minute", {
  /** Minutes since 1970, of the receipt of the requests. */
  minute: integer,
  processId: text(),
  /** Which write of the process the row is from: a retry of a write does not count twice. */
  part: integer,
  requests: integer,
  /** Requests that failed because of the bank. */
  errors: integer,
  /** Successful requests and the sum of their response times in microseconds, by service. */
  accountInformationCount: integer,
  accountInformationUs: integer,
  paymentInitiationCount: integer,
  paymentInitiationUs: integer,
  fundsConfirmationCount: integer,
  fundsConfirmationUs: integer,
  /**
   * Bit n: a request received in second n of the minute had a successful response in the same
   * second. In rows without `services`, refusals count too.
   */
  answeredSeconds: bigInteger,
  slow: json<readonly SlowRequests[]>(),
  /** The same by service, with the systems that failed; older rows have none. */
  services: optional(json<RequestsByService>()),
});

/** The columns that are added up over processes and minutes. */
export const noRequests = {
  requests: 0,
  errors: 0,
  accountInformationCount: 0,
  accountInformationUs: 0,
  paymentInitiationCount: 0,
  paymentInitiationUs: 0,
  fundsConfirmationCount: 0,
  fundsConfirmationUs: 0,
};
export type RequestSums = typeof noRequests;

/** The requests of one process in one minute, or some of them. Rows are added up. */
export interface KpiMinute extends RecordOf<typeof kpiMinuteTable> {}
