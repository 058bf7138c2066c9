import type { BankReport, CheckReport } from "../reports/report.ts";

/** A failure that is known and accepted until a day. */
export interface ExpectedFailure {
  readonly check: string;
  /** The reason, for readers of the report. */
  readonly reason: string;
  /** The last day on which the failure is expected, YYYY-MM-DD. */
  readonly until: string;
}

/** The outcome of a run: what is wrong with it, one sentence each. */
export interface Verdict {
  readonly report: BankReport;
  readonly problems: readonly string[];
  /** Whether a gate failed, so that most checks did not run. */
  readonly isStopped: boolean;
}

/**
 * Compares a report with the failures that are expected. An expected failure that passes is a
 * problem too, and so is one whose day is over: lists of exceptions must not grow old.
 */
export const judgeRun = (
  report: BankReport,
  expected: readonly ExpectedFailure[],
  { complete = false, today }: { readonly complete?: boolean; readonly today: string },
): Verdict => {
  const byCheck = new Map(expected.map((each) => [each.check, each]));
  const checks = report.checks.map((check): CheckReport => {
    const known = byCheck.get(check.id);
    return known === undefined ? check : { ...check, expected: known.reason, until: known.until };
  });
  const problems = checks.flatMap((check) => describeProblem(check, complete, today) ?? []);
  const isStopped = report.checks.some(
    ({ group, result }) => group === "GATE" && result !== "passed" && result !== "blocked",
  );
  return { report: { ...report, checks }, problems, isStopped };
};

const describeProblem = (
  { id, result, seen, until }: CheckReport,
  complete: boolean,
  today: string,
): string | undefined => {
  const isFailed = result === "failed" || (complete && result === "not proven");
  if (until === undefined) return isFailed ? `${id} ${result}: ${seen}` : undefined;
  if (isFailed && today <= until) return undefined;
  if (isFailed) return `${id} ${result}, and was expected to only until ${until}: ${seen}`;
  return result === "skipped" || result === "blocked"
    ? undefined
    : `${id} was expected to fail, but its result is ${result}: remove it from the list`;
};
