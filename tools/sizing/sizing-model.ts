/** The calls that are measured. */
export const sizedCalls = ["creation", "status", "balances", "transactions"] as const;
export type SizedCall = (typeof sizedCalls)[number];

/** The cost of one call. */
export interface CallCost {
  /** CPU time of the bank's process. */
  readonly bankUs: number;
  /** CPU time of PostgreSQL; undefined on SQLite, which runs in the bank's process. */
  readonly databaseUs?: number | undefined;
  /** Growth of the database. */
  readonly bytes: number;
}

export type EngineCosts = Readonly<Record<SizedCall, CallCost>>;

/** The figures of one measurement, as stored in docs/operations. */
export interface MeasuredCosts {
  readonly measuredOn: string;
  readonly machine: string;
  /** The load of the machine when the measurement ended. */
  readonly loadAverage: number;
  /** How many calls of each kind were measured, and how many were sent before. */
  readonly callsMeasured: number;
  readonly callsBefore: number;
  readonly transactionsPerPage: number;
  readonly residentMb: number;
  readonly sqlite: EngineCosts;
  readonly postgres: EngineCosts;
}

/** The share of each call. Account information is read far more often than payments are made. */
export const callMix: Readonly<Record<SizedCall, number>> = {
  creation: 0.02,
  status: 0.08,
  balances: 0.5,
  transactions: 0.4,
};

export interface Demand {
  readonly name: string;
  readonly callsPerMonth: number;
}

export const demands: readonly Demand[] = [
  { name: "a savings bank", callsPerMonth: 5_000_000 },
  { name: "a large Norwegian bank", callsPerMonth: 200_000_000 },
  { name: "a country", callsPerMonth: 2_000_000_000 },
];

/** How calls are spread over a month, and how much of a machine may be used. */
export const assumptions = {
  daysPerMonth: 30,
  busiestDayFactor: 1.5,
  busiestHourShare: 0.1,
  /** How far the busiest second is above the average of the busiest hour. */
  burstFactor: 2,
  /** The share of the cores that the calls may use at the peak. */
  utilisation: 0.5,
  coresPerMachine: 8,
  /** More cores than this for one PostgreSQL are better split into several. */
  databaseCoresMax: 32,
  connectionsPerProcess: 10,
} as const;

/** The machines that a demand needs. */
export interface Sizing {
  readonly demand: Demand;
  readonly callsPerSecondAtPeak: number;
  /** Cores in use at the peak, before the reserve. */
  readonly bankCoresUsed: number;
  readonly databaseCoresUsed: number;
  readonly bankProcesses: number;
  readonly bankMachines: number;
  readonly databaseCores: number;
  readonly databases: number;
  readonly connections: number;
  readonly gigabytesPerMonth: number;
}

/** Computes the machines from the measured costs on PostgreSQL. */
export const computeSizing = (demand: Demand, costs: EngineCosts): Sizing => {
  const { daysPerMonth, busiestDayFactor, busiestHourShare, burstFactor } = assumptions;
  const { utilisation, coresPerMachine, databaseCoresMax, connectionsPerProcess } = assumptions;
  const busiestDay = (demand.callsPerMonth / daysPerMonth) * busiestDayFactor;
  const callsPerSecondAtPeak = ((busiestDay * busiestHourShare) / 3_600) * burstFactor;
  const bankCoresUsed = (callsPerSecondAtPeak * mixed(costs, "bankUs")) / 1_000_000;
  const databaseCoresUsed = (callsPerSecondAtPeak * mixed(costs, "databaseUs")) / 1_000_000;
  // Two processes on two machines, so that one can fail or be replaced.
  const bankProcesses = Math.max(2, Math.ceil(bankCoresUsed / utilisation));
  const databaseCores = Math.max(2, Math.ceil(databaseCoresUsed / utilisation));
  return {
    demand,
    callsPerSecondAtPeak,
    bankCoresUsed,
    databaseCoresUsed,
    bankProcesses,
    bankMachines: Math.max(2, Math.ceil(bankProcesses / coresPerMachine) + 1),
    databaseCores,
    databases: Math.ceil(databaseCores / databaseCoresMax),
    connections: bankProcesses * connectionsPerProcess,
    gigabytesPerMonth: (demand.callsPerMonth * mixed(costs, "bytes")) / 1e9,
  };
};

/** Returns the average of a cost over the mix of calls. */
export const mixed = (costs: EngineCosts, cost: keyof CallCost): number =>
  sizedCalls.reduce((sum, call) => sum + callMix[call] * (costs[call][cost] ?? 0), 0);
