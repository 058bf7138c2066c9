import { setTimeout } from "node:timers/promises";
import {
  type BankMetrics,
  bankMetricDefinitions,
  type HistogramReading,
  type MetricReading,
  measureProcess,
  mergeReadings,
  type ValueReading,
} from "@varde/bank";
import { operations } from "@varde/protocol";
import { WorkerReadings } from "../workers/metrics-collector.ts";
import { type BankState, bankStates } from "./bank-slot.ts";

type Labels = readonly string[];
type Readings = readonly MetricReading[];

/** How a metric of banks that share a process is shown. */
interface MetricForm {
  /** Whether it has the label `bank`; otherwise the values of all banks become one. */
  readonly isPerBank: boolean;
  /** Its labels besides `bank`, if they are fewer than those of a process with one bank. */
  readonly labels?: Labels;
  readonly relabel?: (labels: Labels) => Labels;
  /** The name of a second metric with all labels, over all banks. */
  readonly total?: string;
}

const services: readonly (readonly [role: string, service: string])[] = [
  ["PSP_AI", "ais"],
  ["PSP_PI", "pis"],
  ["PSP_IC", "piis"],
];

/** Returns the service of a request by the name of its operation; "page" for everything else. */
const findService = (name: string): string => {
  const roles: Labels = Object.hasOwn(operations, name)
    ? operations[name as keyof typeof operations].roles
    : [];
  return services.find(([role]) => roles.includes(role))?.[1] ?? "page";
};

const perBank: MetricForm = { isPerBank: true };
const together: MetricForm = { isPerBank: false };
const byService = {
  ...perBank,
  labels: ["service"],
  relabel: ([operation = ""]: Labels) => [findService(operation)],
};
const byPort = {
  ...perBank,
  labels: ["port"],
  relabel: ([method = ""]: Labels) => [method.split(".", 1)[0] ?? ""],
};

/**
 * The form of each metric of a bank. Each bank may have 250 series, so that 100 banks are no more
 * than a Prometheus server reads easily.
 */
const forms: Readonly<Record<keyof typeof bankMetricDefinitions, MetricForm>> = {
  responses: {
    ...perBank,
    labels: ["service", "status"],
    relabel: ([operation = "", status = ""]) => [findService(operation), `${status.slice(0, 1)}xx`],
    total: "varde_operation_responses_total",
  },
  incompleteResponses: byService,
  notAdmitted: perBank,
  requestDuration: { ...byService, total: "varde_operation_duration_seconds" },
  stageDuration: together,
  requestsInFlight: perBank,
  requestsInFlightMax: perBank,
  requestsWaiting: perBank,
  connectionsOpen: together,
  connectionsRefused: together,
  connectionsUnread: together,
  requestsHalfSent: together,
  requestsAbandoned: together,
  toleratedForms: together,
  portDuration: byPort,
  portFailures: byPort,
  portCallsInFlight: together,
  portCallsWaiting: together,
  breakerOpen: perBank,
  instructionsWaiting: perBank,
  oldestInstruction: perBank,
  databaseWritable: perBank,
  oldestTransaction: perBank,
  databaseDuration: perBank,
  databaseTransactions: perBank,
  unitsWaiting: perBank,
  databaseConnections: perBank,
  databaseConnectionsMax: perBank,
  cacheHits: together,
  cacheMisses: together,
  cacheEntries: together,
  auditWritten: perBank,
  auditLost: perBank,
  auditWaiting: perBank,
  telemetryExports: together,
  telemetrySpansDropped: together,
  jobRuns: perBank,
  jobDuration: together,
  jobLastSuccessAge: perBank,
  clockOffset: perBank,
};

/** Metrics that every bank reads from the listeners of the process. They are not added up. */
const ofListeners: ReadonlySet<string> = new Set(
  [
    bankMetricDefinitions.connectionsOpen,
    bankMetricDefinitions.connectionsRefused,
    bankMetricDefinitions.requestsHalfSent,
    bankMetricDefinitions.requestsAbandoned,
  ].map(({ name }) => name),
);

const formsByName: ReadonlyMap<string, MetricForm> = new Map(
  Object.entries(bankMetricDefinitions).map(([key, { name }]) => [
    name,
    forms[key as keyof typeof forms],
  ]),
);

const stateMetric = {
  name: "varde_bank_state",
  type: "gauge",
  help: "1 for the state that a bank of a folder is in, 0 for the others",
  labels: ["bank", "state"],
  merge: "max",
} as const;

type Described = Pick<MetricReading, "name" | "type" | "labels">;

/** The metrics of a process with several banks, without those of the process itself. */
export const installationMetrics: readonly Described[] = [
  stateMetric,
  ...Object.values(bankMetricDefinitions).flatMap(({ name, type, labels }): Described[] => {
    const { isPerBank, labels: own = labels, total } = formsByName.get(name) ?? together;
    const shown = { name, type, labels: isPerBank ? ["bank", ...own] : own };
    return total === undefined ? [shown] : [shown, { name: total, type, labels }];
  }),
];

/** Buckets of the histograms of a bank. Each is a bucket of a process with one bank, too. */
const boundsOfBank: ReadonlySet<number> = new Set([0.01, 0.1, 1, 5, 30]);

/** Queries of a bank for its metrics run this often at most. */
const queryMs = 15_000;
/** After this time, the last known metrics of a bank are used: its database may hang. */
const replyMsMax = 2_000;

/** A bank of the process; without metrics while it is not open. */
export interface MeasuredBank {
  readonly name: string;
  readonly state: BankState;
  readonly metrics: BankMetrics | undefined;
}

/** Reads the metrics of a process with several banks. */
export class InstallationMetrics {
  readonly #totals = new WorkerReadings();
  readonly #known = new Map<BankMetrics, { readonly id: number; readings: Readings }>();
  #lastId = 0;

  /** Reads the metrics of the process once, and a bounded number of series of every bank. */
  async readAll(banks: readonly MeasuredBank[]): Promise<Readings> {
    const read = await Promise.all(
      banks.map(async ({ name, metrics }) => ({
        name,
        readings: metrics === undefined ? [] : await this.#read(metrics),
      })),
    );
    this.#retain(new Set(banks.map(({ metrics }) => metrics)));
    return [
      ...presentTotals(this.#totals.merge()),
      ...mergeReadings(read.map(({ name, readings }) => presentBank(name, readings))),
      ...(await this.readProcess(banks)),
    ];
  }

  /** Reads the metrics that all banks have in common: states, listeners and the process. */
  async readProcess(banks: readonly MeasuredBank[]): Promise<Readings> {
    let ofBank: Readings = [];
    for (const { metrics } of banks) {
      if (metrics !== undefined && ofBank.length === 0) ofBank = await this.#read(metrics);
    }
    const shared = ofBank.filter(({ name }) => ofListeners.has(name));
    return [readStates(banks), ...shared, ...(await measureProcess().read())];
  }

  /** Reads every metric of one bank, with all labels. */
  async readOne({ name, metrics }: MeasuredBank): Promise<Readings> {
    return (metrics === undefined ? [] : await this.#read(metrics))
      .filter((metric) => !ofListeners.has(metric.name))
      .map((metric) => addBank(name, metric));
  }

  async #read(metrics: BankMetrics): Promise<Readings> {
    const known = this.#known.get(metrics) ?? this.#add(metrics);
    const reading = metrics.readOwn(queryMs).then((readings) => {
      known.readings = readings;
    });
    // A bank that is closing cannot read everything.
    await Promise.race([reading, setTimeout(replyMsMax)]).catch(() => {});
    const { id, readings } = known;
    if (this.#known.has(metrics)) {
      this.#totals.record(
        id,
        readings.filter(({ name }) => !ofListeners.has(name)),
      );
    }
    return readings;
  }

  #add(metrics: BankMetrics) {
    this.#lastId += 1;
    const added: { readonly id: number; readings: Readings } = { id: this.#lastId, readings: [] };
    this.#known.set(metrics, added);
    return added;
  }

  /** Keeps the counts of banks that were closed or replaced, because totals must not fall. */
  #retain(open: ReadonlySet<BankMetrics | undefined>): void {
    for (const [metrics, { id }] of this.#known) {
      if (open.has(metrics)) continue;
      this.#totals.end(id);
      this.#known.delete(metrics);
    }
  }
}

const readStates = (banks: readonly MeasuredBank[]): MetricReading => ({
  ...stateMetric,
  series: banks.flatMap(({ name, state }) =>
    Object.keys(bankStates).map((each) => ({
      labels: [name, each],
      value: each === state ? 1 : 0,
    })),
  ),
});

/** Returns the metrics over all banks. */
const presentTotals = (readings: Readings): Readings =>
  readings.flatMap((metric) => {
    const { isPerBank, total } = formsByName.get(metric.name) ?? together;
    if (total !== undefined) return [{ ...metric, name: total }];
    return isPerBank ? [] : [metric];
  });

/** Returns the metrics of one bank that have the label `bank`, with few series. */
export const presentBank = (bank: string, readings: Readings): Readings =>
  readings.flatMap((metric) => {
    const { isPerBank, labels = metric.labels, relabel } = formsByName.get(metric.name) ?? together;
    if (!isPerBank) return [];
    const series = metric.series.map((each) => ({
      ...("value" in each ? each : coarsen(each)),
      labels: relabel?.(each.labels) ?? each.labels,
    }));
    // Series that have become equal are added up.
    const [merged] = mergeReadings([
      [{ ...metric, labels, series: [] }],
      [{ ...metric, labels, series }],
    ]);
    return merged === undefined ? [] : [addBank(bank, merged)];
  });

const addBank = (bank: string, metric: MetricReading): MetricReading => ({
  ...metric,
  labels: ["bank", ...metric.labels],
  series: metric.series.map((each: ValueReading | HistogramReading) => ({
    ...each,
    labels: [bank, ...each.labels],
  })),
});

/** Joins the buckets of a histogram to a few. */
const coarsen = (histogram: HistogramReading): HistogramReading => {
  const { bounds, counts } = histogram;
  const kept = bounds.filter((bound) => boundsOfBank.has(bound));
  const joined = [...kept, Number.POSITIVE_INFINITY].map((bound, at) =>
    counts
      .filter((_, bucket) => {
        const upper = bounds[bucket] ?? Number.POSITIVE_INFINITY;
        return upper <= bound && upper > (kept[at - 1] ?? 0);
      })
      .reduce((sum, count) => sum + count, 0),
  );
  return { ...histogram, bounds: kept, counts: joined };
};
