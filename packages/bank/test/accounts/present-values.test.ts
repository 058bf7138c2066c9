import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AcceptFix } from "@varde/protocol";
import { presentCashAccountType } from "../../src/accounts/present-account.ts";
import { presentAmount } from "../../src/accounts/present-amount.ts";

const none: ReadonlySet<AcceptFix> = new Set();
const iso: ReadonlySet<AcceptFix> = new Set(["cash-account-type-iso"]);
const strings: ReadonlySet<AcceptFix> = new Set(["amount-as-string"]);

describe("values of account information", () => {
  it("VER-04: an amount is a string with its currency's digits, a number before the fix", () => {
    assert.deepEqual(presentAmount(-12345n, "NOK", strings), {
      amount: "-123.45",
      currency: "NOK",
    });
    assert.deepEqual(presentAmount(12345n, "JPY", strings), { amount: "12345", currency: "JPY" });
    assert.deepEqual(presentAmount(-12340n, "NOK", none), { amount: -123.4, currency: "NOK" });
  });

  it("VER-07: an account type is the ISO code, the bank's word before the fix", () => {
    assert.equal(presentCashAccountType("SVGS", iso), "SVGS");
    assert.equal(presentCashAccountType("SVGS", none), "Sparekonto");
    assert.equal(presentCashAccountType("sparekonto", iso), "SVGS");
    assert.equal(presentCashAccountType("Depotkonto", iso), "OTHR");
    assert.equal(presentCashAccountType("Depotkonto", none), "Depotkonto");
  });
});
