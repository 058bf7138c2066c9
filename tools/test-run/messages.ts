/** An order that a test process receives. */
export type Order =
  | { readonly kind: "run"; readonly url: string }
  /** Lets the process exit once nothing is open. */
  | { readonly kind: "end" };

/** The totals that Node's own reporters print, in their order. */
export interface Counts {
  readonly tests: number;
  readonly suites: number;
  readonly pass: number;
  readonly fail: number;
  readonly cancelled: number;
  readonly skipped: number;
  readonly todo: number;
}

/** The result of one file. */
export interface FileReport {
  readonly counts: Counts;
  readonly durationMs: number;
  /** CPU time of the process and all that it started, since its previous file. */
  readonly cpuMs: number;
  /** The part of it that a wait for the process does not report (`CpuTime.furtherMs`). */
  readonly furtherCpuMs: number;
  /** Each failure in full, ready to print. */
  readonly failures: readonly string[];
  /** The reason of each test or suite that was skipped. */
  readonly skips: readonly string[];
  /** Lines in which the tests say what they measured. */
  readonly figures: readonly string[];
}

export const emptyReport: FileReport = {
  counts: { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 },
  durationMs: 0,
  cpuMs: 0,
  furtherCpuMs: 0,
  failures: [],
  skips: [],
  figures: [],
};

/** A message that a test process sends. */
export type Report =
  | { readonly kind: "running"; readonly title: string }
  | ({ readonly kind: "finished" } & FileReport);
