import type { LoadGenerator } from "../load/load-generator.ts";
import type { Report } from "../report.ts";

/** What every section of one run shares. */
export interface BenchRun {
  readonly report: Report;
  readonly load: LoadGenerator;
  /** On the disk the project lies on; a folder in memory would make every fsync free. */
  readonly folder: string;
  readonly sizes: {
    /** Many short ones: the two sides of a round are then close in time, and noise meets both. */
    readonly rounds: number;
    readonly perRound: number;
    /** V8 goes on compiling for 15 000 requests or so; the more code there is, the longer. */
    readonly warmUp: number;
    /** How often the bank is offered too much; each takes some seconds. */
    readonly overloads: number;
    readonly starts: number;
    readonly manyPayments: number;
    readonly manyTransactions: number;
    readonly duePayments: number;
  };
  /** Whether a row of the load table is to be measured. */
  wants(id: string): boolean;
}

export const fullSizes = {
  rounds: 20,
  perRound: 2_500,
  warmUp: 16_000,
  overloads: 5,
  starts: 5,
  manyPayments: 1_000_000,
  manyTransactions: 1_000_000,
  duePayments: 100_000,
};
export const quickSizes = {
  rounds: 4,
  perRound: 1_500,
  warmUp: 3_000,
  overloads: 2,
  starts: 2,
  manyPayments: 100_000,
  manyTransactions: 100_000,
  duePayments: 20_000,
};
