import assert from "node:assert/strict";
import type { BankReport } from "@varde/conformance";

export const listUnpassed = ({ checks }: BankReport): readonly string[] =>
  checks
    .filter(({ result }) => result !== "passed")
    .map(({ id, result, seen }) => `${id} ${result}: ${seen}`);

/** Asserts that the run has deleted everything that it made; a failure shows the refusals. */
export const assertNothingLeft = ({ money, exchanges }: BankReport): void => {
  const refused = exchanges.filter(
    ({ check, response }) => check === "cleanup" && response?.status !== 204,
  );
  const shown = refused.map(({ request, response, fault }) => [request, response ?? fault]);
  assert.deepEqual(money.left, [], JSON.stringify(shown));
};
