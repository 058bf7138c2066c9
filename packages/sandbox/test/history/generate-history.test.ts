import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isInvalid, parseKid } from "@varde/protocol";
import fc from "fast-check";
import { dataSet, dataSetKidRegister } from "../../src/data-set/index.ts";
import { listSeededAccounts } from "../../src/data-set/list-seeded-accounts.ts";
import { type AccountHistory, generateHistory } from "../../src/history/generate-history.ts";

const history = generateHistory(dataSet, "2026-11-15", dataSet.seed);
const accounts = listSeededAccounts(dataSet);

/** Generates a day from 2025 to 2045. */
const someDay = fc
  .date({ min: new Date("2025-01-01"), max: new Date("2045-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function withoutDates(histories: readonly AccountHistory[]) {
  return histories.map(({ accountId, transactions }) => [
    accountId,
    transactions.map(({ id, amountMinor, exchange }) => [id, amountMinor, exchange]),
  ]);
}

function ofAccount(accountId: string) {
  return history.find((one) => one.accountId === accountId)?.transactions ?? [];
}

describe("the history", () => {
  test("is the same for the same seed and differs for another seed", () => {
    assert.deepEqual(generateHistory(dataSet, "2026-11-30", dataSet.seed), history);
    assert.notDeepEqual(generateHistory(dataSet, "2026-11-15", 2), history);
  });

  test("has the same amounts and ids on any day", () => {
    const published = withoutDates(history);
    fc.assert(
      fc.property(someDay, (day) => {
        assert.deepEqual(withoutDates(generateHistory(dataSet, day, dataSet.seed)), published);
      }),
      { numRuns: 20 },
    );
  });

  test("covers the twelve months before, in order, and on weekdays", () => {
    fc.assert(
      fc.property(someDay, (day) => {
        const end = `${day.slice(0, 7)}-01`;
        const start = `${Number(day.slice(0, 4)) - 1}${end.slice(4)}`;
        for (const { transactions } of generateHistory(dataSet, day, dataSet.seed)) {
          const dates = transactions.map(({ bookingDate }) => bookingDate);
          assert.deepEqual(dates, dates.toSorted());
          assert.ok(dates.every((date) => date >= start && date < end));
          assert.ok(dates.every((date) => ![0, 6].includes(new Date(date).getUTCDay())));
        }
      }),
      { numRuns: 20 },
    );
  });

  test("books nothing on the holidays of a year", () => {
    const holidays =
      "2026-01-01 2026-04-02 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-05-25 2026-12-24 " +
      "2026-12-25";
    const dates = generateHistory(dataSet, "2027-01-15", dataSet.seed)
      .flatMap(({ transactions }) => transactions)
      .map(({ bookingDate }) => bookingDate);
    const booked = new Set(dates).intersection(new Set(holidays.split(" ")));
    assert.deepEqual([...booked], []);
    assert.ok(dates.includes("2026-04-07"), "the day after Easter is a bank day");
  });

  test("is small enough to be copied for every TPP", () => {
    const count = history.reduce((sum, { transactions }) => sum + transactions.length, 0);
    assert.ok(count >= 1500 && count <= 3000, String(count));
    assert.deepEqual(
      history.map(({ accountId }) => accountId).toSorted(),
      accounts.map(({ accountId }) => accountId).toSorted(),
    );
  });

  test("gives one account more than two pages of 200 transactions", () => {
    const [account] = dataSet.companies.lyngrabben.accounts;
    assert.ok(ofAccount(account.accountId).length >= 450);
  });

  test("never takes an account below its credit line", () => {
    for (const { accountId, openingMinor = 0n, creditLineMinor = 0n } of accounts) {
      const amounts = ofAccount(accountId).map(({ amountMinor }) => amountMinor);
      let balance = amounts.reduce((rest, amount) => rest - amount, openingMinor);
      for (const amount of [0n, ...amounts]) {
        balance += amount;
        assert.ok(balance + creditLineMinor >= 0n, `${accountId} stands at ${balance}`);
      }
    }
  });

  test("leaves a card with the debt of the last month's purchases", () => {
    for (const { card } of Object.values(dataSet.people)) {
      const boughtMinor = ofAccount(card.accountId)
        .filter(({ id, amountMinor }) => id?.includes("-12-") && amountMinor < 0n)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
      assert.equal(card.balanceMinor, boughtMinor, card.accountId);
    }
  });

  test("shows a movement between two customers to both of them", () => {
    const rent = ofAccount(dataSet.people.ingrid.current.accountId).filter(
      ({ texts }) => texts.creditor?.bban === dataSet.companies.tindvik.accounts[0].bban,
    );
    const received = ofAccount(dataSet.companies.tindvik.accounts[0].accountId).filter(
      ({ texts }) => texts.debtor?.bban === dataSet.people.ingrid.current.bban,
    );
    assert.equal(rent.length, 12);
    assert.deepEqual(
      received.map(({ bookingDate, amountMinor, texts }) => [
        bookingDate,
        -amountMinor,
        texts.remittanceStructured,
      ]),
      rent.map(({ bookingDate, amountMinor, texts }) => [
        bookingDate,
        amountMinor,
        texts.remittanceStructured,
      ]),
    );
  });

  test("gives every payee KIDs that match its agreement", () => {
    const ownBbans = new Map(accounts.map(({ accountId, bban }) => [accountId, bban]));
    const register = dataSetKidRegister(dataSet.kidAgreements);
    let kids = 0;
    for (const { accountId, transactions } of history) {
      for (const { texts, amountMinor } of transactions) {
        const reference = texts.remittanceStructured?.[0]?.reference;
        if (reference === undefined) continue;
        const bban = amountMinor < 0n ? texts.creditor?.bban : ownBbans.get(accountId);
        const agreement = register.findKidAgreement(bban ?? "");
        assert.ok(agreement !== undefined && agreement.kind !== "off");
        assert.ok(agreement.lengths.includes(reference.length));
        assert.ok(!isInvalid(parseKid(reference, agreement.modulus)));
        kids += 1;
      }
    }
    assert.ok(kids > 300, String(kids));
  });

  test("has purchases in other currencies, converted at the rate", () => {
    const exchanged = history
      .flatMap(({ transactions }) => transactions)
      .flatMap(({ exchange, amountMinor }) =>
        exchange === undefined ? [] : [{ exchange, amountMinor }],
      );
    const currencies = new Set(exchanged.map(({ exchange }) => exchange.originalCurrency));
    assert.deepEqual([...currencies].sort(), ["EUR", "GBP", "SEK", "USD"]);
    for (const { exchange, amountMinor } of exchanged) {
      const worth = (Number(exchange.originalMinor) * Number(exchange.ratePpm)) / 1_000_000;
      assert.ok(Math.abs(Math.abs(Number(amountMinor)) - worth) <= 0.5);
    }
  });
});
