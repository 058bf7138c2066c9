import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  formatContextChoice,
  parseContextChoice,
} from "../../../../src/sca/pages/models/context-choice.ts";

test("a choice survives the form", () => {
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

test("no choice, and a value no radio button has, are no choice", () => {
  for (const value of [undefined, "", "private", "CORPORATE", "CORPORATE:", "PRIVATE:1"]) {
    assert.equal(parseContextChoice(value), undefined);
  }
});
