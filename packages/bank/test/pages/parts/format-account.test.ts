import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatAccount } from "../../../src/pages/parts/format-account.ts";

test("a Norwegian account number is grouped four, two, five", () => {
  assert.equal(formatAccount("86011117947"), "8601\u00a011\u00a017947");
});

test("an IBAN is grouped in fours", () => {
  assert.equal(formatAccount("NO9386011117947"), "NO93 8601 1117 947");
});

test("any other number is unchanged", () => {
  for (const number of ["12345", "8601.11.17947", "GB29 NWBK", "492500******1187", ""]) {
    assert.equal(formatAccount(number), number);
  }
});

test("grouping changes nothing but spaces", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{0,34}$/), (number) => {
      assert.equal(formatAccount(number).replace(/\s/g, ""), number);
    }),
  );
});
