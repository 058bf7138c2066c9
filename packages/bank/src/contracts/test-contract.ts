import { describe, test } from "node:test";
import type { ContractRule } from "./contract.ts";

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
    for (const { id, statement, skipped = false, check } of rules) {
      test(`${id}: ${statement}`, { skip: skipped }, check);
    }
  });
};
