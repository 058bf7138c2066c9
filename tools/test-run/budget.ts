// Limits for the CPU time of `npm test` on CI. A commit that raises one gives the reason.

export interface Budget {
  /** CPU time of the whole run, PostgreSQL and browsers included, in seconds. */
  readonly runS: number;
  /**
   * CPU time of one file, in seconds, without that of a browser for drawing pages. A dearer file is
   * split, made cheaper, or moved to `.long`.
   */
  readonly fileS: number;
}

/**
 * The limits for each architecture that is measured: what the suite costs on a busy machine (760 s
 * on x64), and a quarter more. The aims are 560 s, and 8 s for a file. An ARM core is given a fifth
 * more, as the time by the clock is: 360 s for 300 s.
 */
const budgets: Readonly<Record<string, Budget>> = {
  x64: { runS: 950, fileS: 20 },
  arm64: { runS: 1_140, fileS: 24 },
};

/** Other systems than Linux do not publish the CPU time of all processes. */
export const findBudget = (): Budget | undefined =>
  process.platform === "linux" ? budgets[process.arch] : undefined;
