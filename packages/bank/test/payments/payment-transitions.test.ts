import assert from "node:assert/strict";
import { test } from "node:test";
import { transactionStatuses } from "@varde/protocol";
import {
  nextPaymentStatus,
  paymentEvents,
  paymentTransitions,
} from "../../src/payments/payment-transitions.ts";

/** The published table, written out a second time by hand: from → where it may go. */
const published: Readonly<Record<string, string>> = {
  RCVD: "ACTC ACWC CANC PDNG RJCT",
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

test("STA-10: a payment goes only where the published table lets it go", () => {
  for (const from of transactionStatuses) {
    const targets = new Set(Object.values(paymentTransitions[from]));
    assert.equal([...targets].sort().join(" "), published[from], from);
  }
});

test("STA-10: every status is reached by some event, PART by none: it is an aggregate", () => {
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
