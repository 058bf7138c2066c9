import assert from "node:assert/strict";
import { inspect, isDeepStrictEqual } from "node:util";
import { describeFault, type IsValid } from "../ports/guard/port-results.ts";

/** A statement about a port that every implementation must satisfy. */
export interface ContractRule {
  /** Names the rule in a failure, such as REGISTER-2. */
  readonly id: string;
  readonly statement: string;
  /** All that the rule demands, for the authors of an implementation. */
  readonly text?: string | undefined;
  /** Ids of rules without which this one finds nothing new; it is not checked if one fails. */
  readonly needs?: readonly string[] | undefined;
  /** Says why the rule cannot be checked with what was supplied. */
  readonly skipped?: string | undefined;
  /** Throws if the implementation violates the rule. */
  check(): Promise<void>;
}

/** The result of one rule. A rule is blocked if it was not checked because another one failed. */
export interface RuleReport extends Pick<ContractRule, "id" | "statement" | "text"> {
  readonly result: "passed" | "failed" | "skipped" | "blocked";
  /** The violation, or the reason why the rule was not checked. */
  readonly seen?: string;
  /** The failed rule that blocks this one. */
  readonly because?: string;
}

/** A step before the check of a rule failed. Rules that share the step fail in the same way. */
class StepFailed extends Error {}

/** Throws `StepFailed` unless a step has what the rules after it need. */
export function requireStep(isDone: boolean, message: string): asserts isDone {
  if (!isDone) throw new StepFailed(message);
}

/**
 * Checks the rules of a contract one after the other, and reports each when it is done. Rules that
 * need others wait for them. A cause is reported once: rules that need a failed one, and rules that
 * fail before their own assertions as an earlier one did, are blocked. In Node's test runner use
 * `testContract`.
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
  const reports = new Map<string, RuleReport>();
  const idByFailure = new Map<string, string>();
  const isChecked = ({ needs = [] }: ContractRule) =>
    needs.every((id) => reports.has(id) || !rules.some((rule) => rule.id === id));
  let waiting = rules;
  while (waiting.length > 0) {
    const deferred: ContractRule[] = [];
    for (const rule of waiting) {
      if (!isChecked(rule)) {
        deferred.push(rule);
        continue;
      }
      const report = await checkRule(rule, reports, idByFailure);
      reports.set(rule.id, report);
      onReport(report);
    }
    assert(deferred.length < waiting.length, "rules that need each other");
    waiting = deferred;
  }
  return rules.flatMap(({ id }) => reports.get(id) ?? []);
};

const checkRule = async (
  { id, statement, text, needs = [], skipped, check }: ContractRule,
  reports: ReadonlyMap<string, RuleReport>,
  idByFailure: Map<string, string>,
): Promise<RuleReport> => {
  const rule = { id, statement, ...(text === undefined ? {} : { text }) };
  if (skipped !== undefined) return { ...rule, result: "skipped", seen: skipped };
  const because = findCause(needs, reports);
  if (because !== undefined) {
    return { ...rule, result: "blocked", because, seen: `not checked because ${because} failed` };
  }
  try {
    await check();
    return { ...rule, result: "passed" };
  } catch (error) {
    const seen = describeError(error);
    const same = idByFailure.get(seen);
    if (same !== undefined) {
      const reason = `not checked because of the same failure as ${same}`;
      return { ...rule, result: "blocked", because: same, seen: reason };
    }
    // The assertions of two rules may read alike; failed calls and steps are the same failure.
    if (!(error instanceof assert.AssertionError)) idByFailure.set(seen, id);
    return { ...rule, result: "failed", seen };
  }
};

/** Returns the failed rule that blocks a rule with these needs, also through blocked ones. */
const findCause = (
  needs: readonly string[],
  reports: ReadonlyMap<string, RuleReport>,
): string | undefined => {
  for (const id of needs) {
    const report = reports.get(id);
    if (report?.result === "failed") return id;
    if (report?.because !== undefined) return report.because;
  }
  return undefined;
};

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : inspect(error);

/** A rule of a section. */
export interface SectionRule<Trial, About extends string = string> {
  readonly statement: string;
  /** All that the rule demands, in whole sentences; guide and OpenAPI document contain it. */
  readonly text: string;
  /** Operations that the rule is about; none if it is about all of them. */
  readonly about: readonly About[];
  readonly needs?: readonly string[];
  check(trial: Trial): Promise<void>;
  /** Says why this rule cannot be checked with what was supplied. */
  skipped?(trial: Trial): string | undefined;
}

/**
 * Rules about one subject, as data: they are checked on a trial, and listed in documents without
 * one. The rules of an optional part of a contract are a section that is skipped while it is off.
 */
export interface RuleSection<Trial, About extends string = string> {
  /** The first part of the ids, such as PAYMENTS. */
  readonly name: string;
  readonly title: string;
  /** Says why no rule of the section can be checked with what was supplied. */
  skipped?(trial: Trial): string | undefined;
  readonly rules: readonly SectionRule<Trial, About>[];
}

const ruleId = ({ name }: { readonly name: string }, at: number): string => `${name}-${at + 1}`;

/** Returns the rules of sections, for one implementation. */
export const bindSections = <Trial>(
  sections: readonly RuleSection<Trial>[],
  trial: Trial,
): readonly ContractRule[] =>
  sections.flatMap((section) =>
    section.rules.map((rule, at) => ({
      id: ruleId(section, at),
      statement: rule.statement,
      text: rule.text,
      needs: rule.needs,
      skipped: section.skipped?.(trial) ?? rule.skipped?.(trial),
      check: () => rule.check(trial),
    })),
  );

/** A rule as the documents of a contract state it. */
export interface DescribedRule {
  readonly id: string;
  /** Title of its section. */
  readonly title: string;
  readonly statement: string;
  readonly text: string;
  readonly about: readonly string[];
}

/** Returns the rules of sections as documents state them. */
export const describeSections = (
  sections: readonly Omit<RuleSection<never>, "skipped">[],
): readonly DescribedRule[] =>
  sections.flatMap(({ name, title, rules }) =>
    rules.map(({ statement, text, about }, at) => ({
      id: ruleId({ name }, at),
      title,
      statement,
      text,
      about,
    })),
  );

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

/** Asserts that the bank would accept a result. */
export const assertShape = (
  isValid: IsValid,
  result: unknown,
  given: readonly unknown[] = [],
): void =>
  assert(
    isValid(result, given),
    `got ${describeFault(result, given)}: ${inspect(result, { depth: 0 })}`,
  );

/** Asserts that two values are equal, and otherwise says in one line what was expected. */
export const assertEqual = (seen: unknown, expected: unknown, subject: string): void => {
  if (isDeepStrictEqual(seen, expected)) return;
  assert.fail(`${subject}: expected ${format(expected)}, got ${format(seen)}`);
};

const format = (value: unknown): string =>
  inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 3 });
