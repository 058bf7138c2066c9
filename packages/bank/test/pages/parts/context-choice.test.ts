import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  formatContextChoice,
  parseContextChoice,
} from "../../../src/pages/parts/context-choice.ts";

test("a choice is parsed as it was formatted", () => {
  assert.deepEqual(parseContextChoice(formatContextChoice({ context: "PRIVATE" })), {
    context: "PRIVATE",
  });
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (agreementId) => {
      const choice = { context: "CORPORATE", agreementId } as const;
      assert.deepEqual(parseContextChoice(formatContextChoice(choice)), choice);
    }),
  );
});

test("a missing or unknown value is not a choice", () => {
  for (const value of [undefined, "", "private", "CORPORATE", "CORPORATE:", "PRIVATE:1"]) {
    assert.equal(parseContextChoice(value), undefined);
  }
});
