import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { convertMinor, defaultFeeTable, defaultRateTable, pricePayment } from "../../src/index.ts";

const payment = {
  kind: "cross-border",
  amountMinor: 10_000n,
  currency: "EUR",
  debtorCurrency: "NOK",
  creditorCountry: "DE",
} as const;

function price(changes: object) {
  return pricePayment(defaultFeeTable, defaultRateTable, { ...payment, ...changes });
}

test("uses the minor units of both currencies in a conversion and rounds half up", () => {
  const vectors = [
    [10_000n, "EUR", "NOK", 115_200n],
    [115_200n, "NOK", "EUR", 10_000n],
    [1_000n, "JPY", "NOK", 6_980n],
    [1_000n, "KWD", "NOK", 3_310n],
    [100n, "NOK", "JPY", 14n],
    [1n, "DKK", "NOK", 2n],
    [10_000n, "SEK", "NOK", 10_320n],
    [4n, "NOK", "EUR", 0n],
    [6n, "NOK", "EUR", 1n],
  ] as const;
  for (const [amountMinor, from, to, expected] of vectors) {
    assert.equal(convertMinor(defaultRateTable, amountMinor, from, to), expected);
  }
  assert.equal(convertMinor(defaultRateTable, 1n, "XXX", "NOK"), undefined);
});

test("loses less than the value of one minor unit in a conversion there and back", () => {
  const currency = fc.constantFrom(...Object.keys(defaultRateTable));
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), currency, (amountMinor, other) => {
      const there = convertMinor(defaultRateTable, amountMinor, other, "NOK");
      assert.ok(there !== undefined);
      const back = convertMinor(defaultRateTable, there, "NOK", other);
      assert.ok(back !== undefined);
      const oneOre = convertMinor(defaultRateTable, 1n, "NOK", other) ?? 0n;
      const difference = back > amountMinor ? back - amountMinor : amountMinor - back;
      assert.ok(difference <= oneOre + 1n);
    }),
    { seed: 20260302 },
  );
});

test("charges nothing for domestic payments, and abroad by country, urgency and exchange", () => {
  assert.equal(price({ kind: "own-bank", currency: "NOK" })?.totalFeeMinor, 0n);
  assert.equal(price({ kind: "clearing", currency: "NOK" })?.totalFeeMinor, 0n);
  assert.equal(price({})?.feeMinor, 3_000n);
  assert.equal(price({})?.conversionFeeMinor, 288n);
  assert.equal(price({ creditorCountry: "US" })?.feeMinor, 5_000n);
  assert.equal(price({ creditorCountry: "US", isUrgent: true })?.feeMinor, 25_000n);
  assert.equal(price({ currency: "NOK" })?.conversionFeeMinor, 0n);
});

test("charges fees in the currency of the debtor account", () => {
  const quote = price({ debtorCurrency: "EUR" });
  assert.equal(quote?.feeMinor, 260n);
  assert.equal(quote?.debitedMinor, 10_000n);
  assert.equal(quote?.ratePpm, null);
});
