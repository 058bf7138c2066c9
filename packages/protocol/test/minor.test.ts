import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addMinor, isMinor, knownMinor, minorMax, quoteExchange } from "../src/money/index.ts";

const amounts = fc.array(
  fc.oneof(
    fc.bigInt({ min: -minorMax, max: minorMax }),
    fc.bigInt({ min: minorMax - 2n, max: minorMax }),
    fc.bigInt({ min: -2n, max: 2n }),
  ),
  { maxLength: 1_000 },
);

test("VAL-21: a sum of amounts has at most 18 digits, or is too large", () => {
  fc.assert(
    fc.property(amounts, (some) => {
      const exact = some.reduce((sum, one) => sum + one, 0n);
      const isLarge = String(exact).replace("-", "").length > 18;
      assert.equal(addMinor(...some), isLarge ? "amount-too-large" : exact);
    }),
  );
  assert.ok(isMinor(minorMax) && isMinor(-minorMax) && !isMinor(minorMax + 1n));
  assert.throws(() => knownMinor(addMinor(minorMax, 1n)), /18 digits/);
});

test("VAL-21: a quote is refused if amount and fees together have more than 18 digits", () => {
  const quote = (amountMinor: bigint) =>
    quoteExchange(
      {},
      {
        ...{ amountMinor, currency: "NOK", debitCurrency: "NOK", creditCurrency: "NOK" },
        ...{ feeMinor: 200n, feeCurrency: "NOK", conversionPpm: 0n },
      },
    );
  assert.equal(quote(minorMax - 199n), "amount-too-large");
  assert.ok(typeof quote(minorMax - 200n) === "object");
});
