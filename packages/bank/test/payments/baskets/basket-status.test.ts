import assert from "node:assert/strict";
import { test } from "node:test";
import { type TransactionStatus, transactionStatuses } from "@varde/protocol";
import fc from "fast-check";
import { basketStatus } from "../../../src/payments/baskets/basket-status.ts";

test("BSK-13: from worst to best the status is RJCT, RCVD, PATC, ACTC", () => {
  const of = (statuses: string) => basketStatus(statuses.split(" ") as TransactionStatus[]);
  assert.equal(of("ACTC RJCT RCVD ACCP"), "RJCT");
  assert.equal(of("ACTC CANC"), "RJCT");
  assert.equal(of("ACTC RCVD ACCP"), "RCVD");
  assert.equal(of("ACSC ACCP"), "PATC");
  assert.equal(of("ACTC ACWC PDNG ACSP ACWP ACSC"), "ACTC");
});

test("BSK-06: another payment never improves the status of a basket", () => {
  const worst = ["RJCT", "RCVD", "PATC", "ACTC"];
  const status = fc.constantFrom(...transactionStatuses);
  fc.assert(
    fc.property(fc.array(status, { minLength: 1 }), status, (some, further) => {
      const before = worst.indexOf(basketStatus(some));
      assert(worst.indexOf(basketStatus([...some, further])) <= before);
    }),
  );
});
