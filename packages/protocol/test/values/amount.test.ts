import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Currency, currencies, currencyMinorUnits } from "../../src/data/currencies.ts";
import { Invalid, isInvalid } from "../../src/invalid.ts";
import {
  formatAmount,
  parseAmount,
  parseLooseAmount,
  parseSignedAmount,
} from "../../src/values/index.ts";

const exact = { fractionDigits: "exact" } as const;
const atMost = { fractionDigits: "at-most" } as const;

test("parses an amount into minor units of its currency", () => {
  assert.deepEqual(parseAmount("100.33", "NOK", exact), 10033n);
  assert.deepEqual(parseAmount("100", "JPY", exact), 100n);
  assert.deepEqual(parseAmount("0.001", "KWD", exact), 1n);
  assert.deepEqual(parseAmount("7", "XDR", exact), 7n);
  assert.deepEqual(parseAmount("9999999999999.99", "GGP", exact), 999999999999999n);
});

for (const text of [
  "1e3",
  "+1",
  "+1.00",
  "-1.00",
  "00.10",
  ".5",
  "5.",
  "1,00",
  " 1.00",
  "1.00 ",
  "1.00\n",
  "NaN",
  "0x10",
  "１.００",
  "١.٠٠",
  "12345678901234.00",
  "0.00",
  "0",
  "",
  "1.0.0",
  "Infinity",
  "-0.00",
]) {
  test(`VAL-15: refuses the amount ${JSON.stringify(text)} in every currency`, () => {
    for (const currency of ["NOK", "JPY", "KWD", "XDR", "SPL"] as const) {
      assert.equal(!isInvalid(parseAmount(text, currency, exact)), false, currency);
      assert.equal(!isInvalid(parseAmount(text, currency, atMost)), false, currency);
    }
  });
}

test("VAL-09: requires the fraction digits of the currency", () => {
  for (const currency of currencies) {
    const digits = currencyMinorUnits[currency];
    for (let written = 0; written <= 6; written += 1) {
      const text = written === 0 ? "1" : `1.${"0".repeat(written)}`;
      assert.equal(
        !isInvalid(parseAmount(text, currency, exact)),
        written === digits,
        `${currency} ${text}`,
      );
      assert.equal(
        !isInvalid(parseAmount(text, currency, atMost)),
        written <= digits,
        `${currency} ${text}`,
      );
    }
  }
});

test("says how to fix an amount", () => {
  assert.deepEqual(
    parseAmount("1.5", "NOK", exact),
    new Invalid("must have exactly 2 fraction digits in NOK, like 100.00"),
  );
  assert.deepEqual(
    parseAmount("1.50", "JPY", exact),
    new Invalid("must have no fraction digits in JPY, like 100"),
  );
});

test("parses every formatted amount to the same minor units", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 13n) + 1n, max: 10n ** 13n - 1n }),
      fc.constantFrom<Currency>("NOK", "JPY", "KWD", "XDR"),
      (minor, currency) => {
        const text = formatAmount(minor, currency);
        assert.deepEqual(parseSignedAmount(text, currency, exact), minor);
      },
    ),
  );
});

test("never throws for any amount", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const amount = parseAmount(text, "NOK", exact);
      if (!isInvalid(amount)) assert.equal(formatAmount(amount, "NOK"), text);
    }),
  );
});

test("accepts amounts of test data as numbers, negative and with fewer digits", () => {
  assert.deepEqual(parseLooseAmount(-12.5, "NOK"), -1250n);
  assert.deepEqual(parseLooseAmount("0", "NOK"), 0n);
  assert.equal(!isInvalid(parseLooseAmount(1e21, "NOK")), false);
  assert.equal(!isInvalid(parseLooseAmount(0.1 + 0.2, "NOK")), false);
});
