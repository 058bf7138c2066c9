import assert from "node:assert/strict";
import { test } from "node:test";
import { convertMinor, type Exchange, type ExchangeQuote, exchange } from "@varde/protocol/money";
import fc from "fast-check";
import { defaultFeeTable, defaultRateTable, pricePayment } from "../../src/index.ts";

const payment = {
  kind: "cross-border",
  amountMinor: 10_000n,
  currency: "EUR",
  debtorCurrency: "NOK",
  creditorCountry: "DE",
} as const;

function price(changes: object): ExchangeQuote {
  const quote = pricePayment(defaultFeeTable, defaultRateTable, { ...payment, ...changes });
  assert.ok(typeof quote !== "string");
  return quote;
}

test("rounds a debit up, a credit down and what is only compared half up", () => {
  const vectors = [
    [10_000n, "EUR", "NOK", [115_200n, 115_200n, 115_200n]],
    [1_000n, "JPY", "NOK", [6_980n, 6_980n, 6_980n]],
    [1_000n, "KWD", "NOK", [3_310n, 3_310n, 3_310n]],
    [100n, "NOK", "JPY", [15n, 14n, 14n]],
    [1n, "DKK", "NOK", [2n, 1n, 2n]],
    [10_000n, "SEK", "NOK", [10_320n, 10_320n, 10_320n]],
    [4n, "NOK", "EUR", [1n, 0n, 0n]],
    [6n, "NOK", "EUR", [1n, 0n, 1n]],
    [1n, "NOK", "XDR", [1n, 0n, 0n]],
  ] as const;
  for (const [amountMinor, from, to, expected] of vectors) {
    const converted = (["up", "down", "half-up"] as const).map((rounding) =>
      convertMinor(defaultRateTable, amountMinor, from, to, rounding),
    );
    assert.deepEqual(converted, expected, `${amountMinor} ${from} ${to}`);
  }
  assert.equal(convertMinor(defaultRateTable, 1n, "XXX", "NOK", "up"), undefined);
});

/** The value of an amount at the table's rates, in a unit that all currencies have. */
const worth = (amountMinor: bigint, currency: string): bigint => {
  const rate = defaultRateTable[currency];
  assert.ok(rate);
  return amountMinor * rate.ratePpm * 10n ** BigInt(3 - rate.fractionDigits);
};

test("VAL-20: an exchange debits the least and credits the most that make nobody richer", () => {
  const currency = fc.constantFrom(...Object.keys(defaultRateTable));
  const amount = fc.oneof(
    fc.bigInt({ min: 1n, max: 100n }),
    fc.bigInt({ min: 1n, max: 10n ** 18n }),
  );
  const property = fc.property(amount, currency, currency, currency, (amountMinor, ...three) => {
    const [ordered, debitCurrency, creditCurrency] = three;
    const order = { amountMinor, currency: ordered, debitCurrency, creditCurrency };
    const exchanged = exchange(defaultRateTable, order);
    const value = worth(amountMinor, ordered);
    if (exchanged === "amount-too-small") {
      assert.ok(value < worth(1n, creditCurrency));
    } else if (exchanged === "amount-too-large") {
      const most = 10n ** 18n - 1n;
      assert.ok(value > worth(most, debitCurrency) || value >= worth(most + 1n, creditCurrency));
    } else {
      assert.ok(typeof exchanged !== "string");
      const { debitedMinor, creditedMinor } = exchanged;
      assert.ok(debitedMinor > 0n && creditedMinor > 0n);
      assert.ok(worth(debitedMinor, debitCurrency) >= value);
      assert.ok(worth(debitedMinor - 1n, debitCurrency) < value);
      assert.ok(worth(creditedMinor, creditCurrency) <= value);
      assert.ok(worth(creditedMinor + 1n, creditCurrency) > value);
    }
  });
  fc.assert(property, { seed: 20260302, numRuns: 20_000 });
});

test("only an exchange makes amounts to debit and to credit", () => {
  const made = exchange(defaultRateTable, {
    amountMinor: 100n,
    currency: "NOK",
    debitCurrency: "NOK",
    creditCurrency: "NOK",
  });
  assert.ok(typeof made !== "string");
  // @ts-expect-error: an amount that nobody quoted
  const guessed: Exchange = { ...made, debitedMinor: 100n };
  // @ts-expect-error: the other side of the exchange
  const swapped: Exchange = { ...made, debitedMinor: made.creditedMinor };
  // @ts-expect-error: an amount that was computed
  const computed: Exchange = { ...made, creditedMinor: made.creditedMinor + 1n };
  assert.equal(new Set([guessed, swapped, computed]).size, 3);
});

test("charges nothing for domestic payments, and abroad by country, urgency and exchange", () => {
  assert.equal(price({ kind: "own-bank", currency: "NOK" }).totalFeeMinor, 0n);
  assert.equal(price({ kind: "clearing", currency: "NOK" }).totalFeeMinor, 0n);
  assert.equal(price({}).feeMinor, 3_000n);
  assert.equal(price({}).conversionFeeMinor, 288n);
  assert.equal(price({ creditorCountry: "US" }).feeMinor, 5_000n);
  assert.equal(price({ creditorCountry: "US", isUrgent: true }).feeMinor, 25_000n);
  assert.equal(price({ currency: "NOK" }).conversionFeeMinor, 0n);
});

test("charges fees in the currency of the debtor account", () => {
  const quote = price({ debtorCurrency: "EUR" });
  // 30 NOK are 2.604 EUR.
  assert.equal(quote.feeMinor, 261n);
  assert.equal(quote.debitedMinor, 10_000n);
  assert.equal(quote.ratePpm, undefined);
});
