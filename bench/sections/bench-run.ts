import type { LoadGenerator } from "../load/load-generator.ts";
import type { Report } from "../report.ts";

/** What every section of one run shares. */
export interface BenchRun {
  readonly report: Report;
  readonly load: LoadGenerator;
  /** On the disk the project lies on; a folder in memory would make every fsync free. */
  readonly folder: string;
  readonly sizes: {
    readonly rounds: number;
    readonly perRound: number;
    readonly warmUp: number;
    readonly starts: number;
    readonly manyPayments: number;
    readonly manyTransactions: number;
    readonly duePayments: number;
  };
  /** Whether a row of the load table is to be measured. */
  wants(id: string): boolean;
}

export const fullSizes = {
  rounds: 5,
  perRound: 10_000,
  warmUp: 4_000,
  starts: 5,
  manyPayments: 1_000_000,
  manyTransactions: 1_000_000,
  duePayments: 100_000,
};
export const quickSizes = {
  rounds: 2,
  perRound: 3_000,
  warmUp: 3_000,
  starts: 2,
  manyPayments: 100_000,
  manyTransactions: 100_000,
  duePayments: 20_000,
};
