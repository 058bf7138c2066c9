import type { Rounds } from "../compare/measure-sides.ts";
import type { LoadGenerator } from "../load/load-generator.ts";
import type { Report } from "../report.ts";
import type { Place } from "../servers/start-floor.ts";
import type { SandboxPlace } from "../servers/start-sandbox.ts";

export type Engine = "sqlite" | "postgres";

export const engineNames = { sqlite: "SQLite", postgres: "PostgreSQL" } as const;

/** Locations of the bank and the floor on one engine. */
export interface Places {
  readonly bank: SandboxPlace;
  readonly floor: Place;
}

/** Opens an empty location for a bank and a floor. */
export type Open = (name: string) => Promise<Places>;

/** The settings that all sections of a run share. */
export interface BenchRun {
  readonly report: Report;
  readonly load: LoadGenerator;
  /** A folder on the project's disk; in memory every fsync would be free. */
  readonly folder: string;
  readonly sizes: {
    /** Many short rounds, so that noise affects both sides of a round. */
    readonly rounds: number;
    readonly perRound: number;
    /** Requests to each instance after which a comparison begins, warm or not. */
    readonly warmUpMax: number;
    /** Requests before the rounds of sections with one bank. */
    readonly warmUp: number;
    /** Number of overload rounds; each takes a few seconds. */
    readonly overloads: number;
    readonly starts: number;
    readonly manyPayments: number;
    readonly manyTransactions: number;
    readonly duePayments: number;
    /** The numbers of rows at which growth is measured. */
    readonly rowCounts: readonly number[];
    /** How long the traffic of L14 lasts. */
    readonly soakMinutes: number;
    /** The steady rate of L12 and L14. */
    readonly soakPerSecond: number;
  };
  /** Returns whether a section was selected. */
  readonly wants: (id: string) => boolean;
  /** A clone to compare with instead of the last release. */
  readonly releaseFolder?: string | undefined;
  /** Time that each request to the present version wastes when it is compared with a release. */
  readonly slowDownUs?: number;
}

export const fullSizes = {
  rounds: 20,
  perRound: 2_500,
  warmUpMax: 60_000,
  warmUp: 25_000,
  overloads: 5,
  starts: 5,
  manyPayments: 1_000_000,
  manyTransactions: 1_000_000,
  duePayments: 100_000,
  rowCounts: [1_000, 10_000, 100_000, 1_000_000],
  soakMinutes: 10,
  soakPerSecond: 200,
};
export const quickSizes = {
  rounds: 9,
  perRound: 1_000,
  warmUpMax: 40_000,
  warmUp: 3_000,
  overloads: 2,
  starts: 2,
  manyPayments: 100_000,
  manyTransactions: 100_000,
  duePayments: 20_000,
  rowCounts: [1_000, 10_000, 100_000],
  soakMinutes: 1,
  soakPerSecond: 200,
};

export const defineRounds = (run: BenchRun, burst: Rounds["burst"]): Rounds => {
  const { rounds, perRound, warmUpMax } = run.sizes;
  return { load: run.load, count: rounds, perRound, warmUpMax, burst };
};

/** Returns the number of calls to each instance, for data that is used up. */
export const countCalls = ({ rounds, perRound, warmUpMax }: BenchRun["sizes"]): number =>
  warmUpMax + (rounds + 1) * perRound;

/** Chooses the goals of this processor. Others are judged as x64. */
export const onThisProcessor = <Goals>(goals: Readonly<Record<"arm64" | "x64", Goals>>): Goals =>
  process.arch === "arm64" ? goals.arm64 : goals.x64;
