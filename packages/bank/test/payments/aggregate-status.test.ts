import assert from "node:assert/strict";
import { test } from "node:test";
import type { TransactionStatus } from "@varde/protocol";
import { aggregateStatus } from "../../src/payments/aggregate-status.ts";

const rows: readonly (readonly [string, TransactionStatus])[] = [
  ["RCVD RCVD", "RCVD"],
  ["ACTC ACTC", "ACTC"],
  ["ACSC ACTC", "ACTC"],
  ["ACSC ACSC", "ACSC"],
  ["ACSC ACSP", "ACSP"],
  ["ACSC ACCP", "ACCP"],
  ["PDNG ACCP", "PDNG"],
  ["ACSC RJCT", "PART"],
  ["ACTC CANC", "PART"],
  ["RJCT RJCT", "RJCT"],
  ["RJCT CANC", "CANC"],
  ["CANC CANC", "CANC"],
];

test("STA-01: a bulk has the status of its least advanced payment, or PART if some failed", () => {
  for (const [statuses, expected] of rows) {
    assert.equal(
      aggregateStatus(statuses.split(" ") as TransactionStatus[]),
      expected,
      `${statuses} is ${expected}`,
    );
  }
});
