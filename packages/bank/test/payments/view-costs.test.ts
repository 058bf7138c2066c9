import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Currency } from "@varde/protocol";
import { describeExchange, viewRate } from "../../src/payments/view/view-costs.ts";
import type { ShownQuote } from "../../src/records/sca.ts";

const aQuote = (changes: Partial<ShownQuote> = {}): ShownQuote => ({
  paymentId: "p",
  amountMinor: "100000",
  currency: "NOK",
  ratePpm: "11520000",
  debitedMinor: "1152000",
  at: 0,
  ...changes,
});

describe("a rate", () => {
  for (const [title, ordered, currency, ratePpm, expected] of [
    ["EUR from an account in NOK", "EUR", "NOK", "11520000", "1 EUR = 11.52 NOK"],
    ["a rate with six decimals", "EUR", "NOK", "11523751", "1 EUR = 11.523751 NOK"],
    ["a rate without decimals", "XAF", "NOK", "2000000", "1 XAF = 2.00 NOK"],
    ["JPY from an account in NOK", "JPY", "NOK", "69800", "1 JPY = 0.0698 NOK"],
    ["a rate of one millionth", "BYR", "NOK", "1", "1 BYR = 0.000001 NOK"],
    ["USD from an account in EUR", "USD", "EUR", "880208", "1 USD = 0.880208 EUR"],
    ["NOK from an account in EUR", "NOK", "EUR", "86806", "1 EUR = 11.52 NOK"],
    ["NOK from an account in KWD", "NOK", "KWD", "30211", "1 KWD = 33.10 NOK"],
    ["NOK from an account in JPY", "NOK", "JPY", "14326648", "1 JPY = 0.0698 NOK"],
    ["a rate whose millionths say little", "NOK", "BHD", "24", "1 BHD = 41666.67 NOK"],
  ] as const) {
    test(`SCA-35: shows the price of the currency that is not NOK for ${title}`, () => {
      const { from, to, rate } = viewRate(ordered, aQuote({ currency, ratePpm }));
      assert.equal(`1 ${from} = ${rate} ${to}`, expected);
    });
  }
});

describe("the message about an exchange", () => {
  const aDebit = (paymentId: string, currency: Currency = "EUR") => ({
    paymentId,
    amountMinor: 100_000n,
    currency,
    feeMinor: 58_80n,
    feeCurrency: "NOK" as const,
  });

  test("SCA-35: has total and rate in the language of the PSU", () => {
    assert.equal(
      describeExchange([aDebit("p")], [aQuote()], "en"),
      "About NOK 11,578.80 will be debited, fees included (1 EUR = 11.52 NOK). " +
        "The rate on the day of execution applies.",
    );
    assert.equal(
      describeExchange([aDebit("p")], [aQuote()], "nb"),
      "Kontoen blir belastet med ca. 11 578,80 NOK, gebyr inkludert (1 EUR = 11,52 NOK). " +
        "Kursen den dagen betalingen blir utført, gjelder.",
    );
  });

  test("SCA-35: adds up the payments of a bulk, and names no rate if there are several", () => {
    const payments = [aDebit("p"), aDebit("q", "USD"), aDebit("r", "NOK")];
    const shown = [
      aQuote(),
      aQuote({ paymentId: "q", ratePpm: "10140000", debitedMinor: "1014000" }),
    ];
    const text = describeExchange(payments, shown, "en");
    assert.equal(
      text,
      "About NOK 22,836.40 will be debited, fees included. " +
        "The rate on the day of execution applies.",
    );
  });

  test("SCA-35: has the digits of the account's currency", () => {
    const inYen = { ...aDebit("p"), feeMinor: 5n, feeCurrency: "JPY" as const };
    const yen = aQuote({ currency: "JPY", ratePpm: "165042980", debitedMinor: "165043" });
    assert.match(
      describeExchange([inYen], [yen], "en") ?? "",
      /^About JPY 165,048 .* \(1 EUR = 165\.04298 JPY\)\./,
    );
    const inDinars = { ...aDebit("p"), feeMinor: 5n, feeCurrency: "KWD" as const };
    const dinars = aQuote({ currency: "KWD", ratePpm: "348036", debitedMinor: "348036" });
    assert.match(describeExchange([inDinars], [dinars], "en") ?? "", /^About KWD 348\.041 /);
  });

  test("RSP-08: has at most 512 characters for the greatest amounts", () => {
    // With its fee, what is debited has 18 digits at most.
    const debitedMinor = `${"9".repeat(12)}000000`;
    const text = describeExchange(
      [aDebit("p")],
      [aQuote({ debitedMinor, ratePpm: "9".repeat(18) })],
      "nb",
    );
    assert(text !== undefined && text.length <= 512);
  });

  test("says nothing without an exchange, or if one of the payments has no estimate", () => {
    assert.equal(describeExchange([aDebit("p", "NOK")], [], "en"), undefined);
    assert.equal(describeExchange([aDebit("p"), aDebit("q")], [aQuote()], "en"), undefined);
  });
});
