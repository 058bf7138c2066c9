import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Currency, currencies, currencyMinorUnits } from "../../src/data/index.ts";
import {
  formatAmount,
  parseAmount,
  parseLooseAmount,
  parseSignedAmount,
} from "../../src/values/index.ts";

const exact = { fractionDigits: "exact" } as const;
const atMost = { fractionDigits: "at-most" } as const;

test("parses an amount into minor units of its currency", () => {
  assert.deepEqual(parseAmount("100.33", "NOK", exact), { ok: true, value: 10033n });
  assert.deepEqual(parseAmount("100", "JPY", exact), { ok: true, value: 100n });
  assert.deepEqual(parseAmount("0.001", "KWD", exact), { ok: true, value: 1n });
  assert.deepEqual(parseAmount("7", "XDR", exact), { ok: true, value: 7n });
  assert.deepEqual(parseAmount("9999999999999.99", "GGP", exact), {
    ok: true,
    value: 999999999999999n,
  });
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
      assert.equal(parseAmount(text, currency, exact).ok, false, currency);
      assert.equal(parseAmount(text, currency, atMost).ok, false, currency);
    }
  });
}

test("VAL-09: requires the fraction digits of the currency", () => {
  for (const currency of currencies) {
    const digits = currencyMinorUnits[currency];
    for (let written = 0; written <= 6; written += 1) {
      const text = written === 0 ? "1" : `1.${"0".repeat(written)}`;
      assert.equal(
        parseAmount(text, currency, exact).ok,
        written === digits,
        `${currency} ${text}`,
      );
      assert.equal(
        parseAmount(text, currency, atMost).ok,
        written <= digits,
        `${currency} ${text}`,
      );
    }
  }
});

test("says how to fix an amount", () => {
  assert.deepEqual(parseAmount("1.5", "NOK", exact), {
    ok: false,
    reason: "must have exactly 2 fraction digits in NOK, like 100.00",
  });
  assert.deepEqual(parseAmount("1.50", "JPY", exact), {
    ok: false,
    reason: "must have no fraction digits in JPY, like 100",
  });
});

test("parses every formatted amount to the same minor units", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 13n) + 1n, max: 10n ** 13n - 1n }),
      fc.constantFrom<Currency>("NOK", "JPY", "KWD", "XDR"),
      (minor, currency) => {
        const text = formatAmount(minor, currency);
        assert.deepEqual(parseSignedAmount(text, currency, exact), { ok: true, value: minor });
      },
    ),
  );
});

test("never throws for any amount", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const amount = parseAmount(text, "NOK", exact);
      if (amount.ok) assert.equal(formatAmount(amount.value, "NOK"), text);
    }),
  );
});

test("accepts amounts of test data as numbers, negative and with fewer digits", () => {
  assert.deepEqual(parseLooseAmount(-12.5, "NOK"), { ok: true, value: -1250n });
  assert.deepEqual(parseLooseAmount("0", "NOK"), { ok: true, value: 0n });
  assert.equal(parseLooseAmount(1e21, "NOK").ok, false);
  assert.equal(parseLooseAmount(0.1 + 0.2, "NOK").ok, false);
});
