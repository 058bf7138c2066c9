import assert from "node:assert/strict";
import { inspect, isDeepStrictEqual } from "node:util";
import type { IsValid } from "../ports/guard/port-results.ts";

/** A statement about a port that every implementation must satisfy. */
export interface ContractRule {
  /** Names the rule in a failure, such as REGISTER-2. */
  readonly id: string;
  readonly statement: string;
  /** Says why the rule cannot be checked with what was supplied. */
  readonly skipped?: string | undefined;
  /** Throws if the implementation violates the rule. */
  check(): Promise<void>;
}

/** The result of one rule. */
export interface RuleReport extends Pick<ContractRule, "id" | "statement"> {
  readonly result: "passed" | "failed" | "skipped";
  /** The value that violates the rule, or the reason why the rule was skipped. */
  readonly seen?: string;
}

/**
 * Checks the rules of a contract one after the other, and reports each when it is done. In Node's
 * test runner use `testContract`.
 *
 * @example
 * const reports = await runContract(psuDirectoryContract(ourDirectory), ({ id, result, seen }) =>
 *   console.log(id, result, seen ?? ""),
 * );
 */
export const runContract = async (
  rules: readonly ContractRule[],
  onReport: (report: RuleReport) => void = () => {},
): Promise<readonly RuleReport[]> => {
  const reports: RuleReport[] = [];
  for (const rule of rules) {
    const report = await checkRule(rule);
    reports.push(report);
    onReport(report);
  }
  return reports;
};

const checkRule = async ({ id, statement, skipped, check }: ContractRule): Promise<RuleReport> => {
  if (skipped !== undefined) return { id, statement, result: "skipped", seen: skipped };
  try {
    await check();
    return { id, statement, result: "passed" };
  } catch (error) {
    return { id, statement, result: "failed", seen: describeError(error) };
  }
};

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : inspect(error);

/** A rule before it has its number: a statement, its check, and why it is skipped. */
export type NumberedRule = readonly [
  statement: string,
  check: () => Promise<void>,
  skipped?: string | undefined,
];

/** Numbers the rules of a contract. */
export const numberRules = (
  name: string,
  rules: readonly NumberedRule[],
): readonly ContractRule[] =>
  rules.map(([statement, check, skipped], at) => ({
    id: `${name}-${at + 1}`,
    statement,
    check,
    skipped,
  }));

/** Asserts that the bank would accept the shape of a result. */
export const assertShape = (
  isValid: IsValid,
  result: unknown,
  given: readonly unknown[] = [],
): void =>
  assert(
    isValid(result, given),
    `the result has the wrong shape: ${inspect(result, { depth: 0 })}`,
  );

/** Asserts that two values are equal, and otherwise says in one line what was expected. */
export const assertEqual = (seen: unknown, expected: unknown, subject: string): void => {
  if (isDeepStrictEqual(seen, expected)) return;
  assert.fail(`${subject}: expected ${format(expected)}, got ${format(seen)}`);
};

const format = (value: unknown): string =>
  inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 3 });
