import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  formatMoney,
  formatMoneyByCode,
  formatRate,
} from "../../../src/pages/parts/format-money.ts";

const cases = [
  { money: [123450n, "NOK", 2], nb: "1 234,50 kr", en: "NOK 1,234.50" },
  { money: [5n, "NOK", 2], nb: "0,05 kr", en: "NOK 0.05" },
  { money: [0n, "EUR", 2], nb: "0,00 EUR", en: "EUR 0.00" },
  { money: [99999999n, "SEK", 2], nb: "999 999,99 SEK", en: "SEK 999,999.99" },
  { money: [1234567n, "JPY", 0], nb: "1 234 567 JPY", en: "JPY 1,234,567" },
  { money: [1234567n, "KWD", 3], nb: "1 234,567 KWD", en: "KWD 1,234.567" },
  { money: [-100000n, "NOK", 2], nb: "\u22121 000,00 kr", en: "NOK \u22121,000.00" },
  {
    money: [999999999999999n, "NOK", 2],
    nb: "9 999 999 999 999,99 kr",
    en: "NOK 9,999,999,999,999.99",
  },
] as const;

for (const { money, nb, en } of cases) {
  const [amountMinor, currency, fractionDigits] = money;
  test(`${amountMinor} minor units of ${currency} are written ${nb} and ${en}`, () => {
    const value = { amountMinor, currency, fractionDigits };
    assert.equal(formatMoney(value, "nb"), nb.replaceAll(" ", "\u00a0"));
    assert.equal(formatMoney(value, "en"), en.replaceAll(" ", "\u00a0"));
  });
}

test("the digits of an amount are those of its minor units, in both languages", () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 18n });
  fc.assert(
    fc.property(amounts, fc.nat(5), (amountMinor, fractionDigits) => {
      for (const locale of ["nb", "en"] as const) {
        const written = formatMoney({ amountMinor, currency: "XTS", fractionDigits }, locale);
        assert.equal(BigInt(written.replace(/\D/g, "")), amountMinor);
        const fraction = /[.,](\d+)\D*$/.exec(
          locale === "nb" ? written : (written.split(",").at(-1) ?? ""),
        );
        assert.equal(fraction?.[1]?.length ?? 0, fractionDigits);
      }
    }),
  );
});

test("a rate takes the reader's decimal sign, and stays on one line", () => {
  const exchange = { from: "EUR", to: "NOK", rate: "11.652" };
  assert.equal(formatRate(exchange, "nb"), "1\u00a0EUR\u00a0=\u00a011,652\u00a0NOK");
  assert.equal(formatRate(exchange, "en"), "1\u00a0EUR\u00a0=\u00a011.652\u00a0NOK");
});

test("beside a rate, kroner have their code", () => {
  const money = { amountMinor: 1_152_00n, currency: "NOK", fractionDigits: 2 };
  assert.equal(formatMoneyByCode(money, "nb"), "1\u00a0152,00\u00a0NOK");
  assert.equal(formatMoneyByCode(money, "en"), "NOK\u00a01,152.00");
});
