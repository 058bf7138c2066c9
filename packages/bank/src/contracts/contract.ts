import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import type { IsValid } from "../ports/port-results.ts";

/** A statement about a port that every implementation must satisfy. */
export interface ContractRule {
  /** Names the rule in a failure, such as REGISTER-2. */
  readonly id: string;
  readonly statement: string;
  /** Throws if the implementation violates the rule. */
  check(): Promise<void>;
}

/**
 * Runs the rules of a contract as tests of Node's test runner.
 *
 * @example
 * testContract("our register", tppRegisterContract({
 *   register: ourRegister,
 *   admitted: admittedRequest,
 *   blocked: "PSDNO-FSA-999999999",
 *   uncovered: { operation: operations.listAccounts },
 * }));
 */
export const testContract = (title: string, rules: readonly ContractRule[]): void => {
  describe(title, () => {
    for (const { id, statement, check } of rules) test(`${id}: ${statement}`, check);
  });
};

/** Numbers the rules of a contract. */
export const numberRules = (
  name: string,
  rules: readonly (readonly [statement: string, check: () => Promise<void>])[],
): readonly ContractRule[] =>
  rules.map(([statement, check], at) => ({ id: `${name}-${at + 1}`, statement, check }));

/** Asserts that the bank would accept the shape of a result. */
export const assertShape = (isValid: IsValid, result: unknown): void =>
  assert(isValid(result, []), `the result has the wrong shape: ${inspect(result, { depth: 0 })}`);
