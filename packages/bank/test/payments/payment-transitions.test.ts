import assert from "node:assert/strict";
import { test } from "node:test";
import { transactionStatuses } from "@varde/protocol";
import {
  nextPaymentStatus,
  paymentEvents,
  paymentTransitions,
} from "../../src/payments/payment-transitions.ts";

/** The published table, repeated by hand: the statuses that can follow each status. */
const published: Readonly<Record<string, string>> = {
  RCVD: "ACTC ACWC CANC PDNG RCVD RJCT",
  ACTC: "ACTC ACWC CANC PDNG",
  ACWC: "ACTC ACWC CANC PDNG",
  PDNG: "ACCP ACSC ACSP ACWP RJCT",
  ACCP: "ACCP CANC PDNG",
  ACSP: "ACSC RJCT",
  ACWP: "ACSC RJCT",
  ACSC: "ACSC",
  RJCT: "",
  CANC: "",
  PART: "",
};

test("STA-10: allows only the transitions of the published table", () => {
  for (const from of transactionStatuses) {
    const targets = new Set(Object.values(paymentTransitions[from]));
    assert.equal([...targets].sort().join(" "), published[from], from);
  }
});

test("STA-10: some event leads to every status except PART, which is an aggregate", () => {
  const reached = new Set(["RCVD"]);
  for (const from of transactionStatuses) {
    for (const event of paymentEvents) {
      const to = nextPaymentStatus(from, event);
      if (to !== undefined) reached.add(to);
    }
  }
  assert.deepEqual(
    transactionStatuses.filter((status) => !reached.has(status)),
    ["PART"],
  );
});
