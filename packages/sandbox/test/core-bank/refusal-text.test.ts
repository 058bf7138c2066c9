import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalReasons } from "@varde/ledger";
import { refusalText } from "../../src/core-bank/refusal-text.ts";

test("a reason becomes a sentence, without the ledger's internal name", () => {
  for (const reason of refusalReasons) {
    const text = refusalText(reason);
    assert.match(text, /^[A-Z].*\.$/);
    assert.ok(!text.includes(reason), text);
  }
  assert.equal(refusalText(null), "The payee's bank has rejected the payment.");
});

test("a reason code of another bank is shown, with its meaning if it is known", () => {
  assert.equal(refusalText("AC04"), "The account of the payee is closed (AC04).");
  assert.equal(refusalText("XX99"), "The payment was rejected with the reason code XX99.");
  assert.match(refusalText("constructor"), /with the reason code constructor\.$/);
});
