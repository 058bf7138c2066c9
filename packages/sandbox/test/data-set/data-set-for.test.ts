import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, test } from "node:test";
import {
  hasBbanCheckDigit,
  isInvalid,
  parseBic,
  parseIban,
  parseNorwegianBban,
} from "@varde/protocol";
import { type DataSet, dataSet, dataSetFor, sandboxBanks } from "../../src/data-set/index.ts";
import { listSeededAccounts } from "../../src/data-set/list-seeded-accounts.ts";
import { generateHistory } from "../../src/history/generate-history.ts";

const sets = sandboxBanks.map(dataSetFor);
const others = sets.slice(1);
const history = (set: DataSet) => generateHistory(set, "2026-11-17", set.seed);

const toText = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? `${part}n` : part));

describe("the data sets of several banks", () => {
  test("the one of the first bank is the published one, byte for byte", () => {
    const digests = [dataSet, listSeededAccounts(dataSet), history(dataSet)].map((value) =>
      hash("sha256", toText(value)),
    );
    // A change of the published data set changes these digests, and raises its version.
    assert.deepEqual(digests, [
      "9a395d6c4c6e52faca08897ac6267b3d4fef9de88185f2824a563a0579ac2cf0",
      "81dd1c622210110b458cb7d717f8ea90ba855c478cabf26e1a29a3fe6c2b3bea",
      "deaed5d150421461d3f90098470bc3ddd75ff5f629777dc97764f399c0d68605",
    ]);
    assert.equal(toText(sets[0]), toText(dataSet));
  });

  test("each bank has its own number, name and BIC, and account numbers with check digits", () => {
    const numbers = sandboxBanks.map(({ bankNumber }) => bankNumber);
    assert.deepEqual(numbers.slice(0, 3), ["9990", "9991", "9992"]);
    for (const set of sets) {
      assert.ok(!isInvalid(parseBic(set.bank.bic)), set.bank.bic);
      for (const { bban, iban, kind, bic } of listSeededAccounts(set)) {
        if (kind === "card") continue;
        const number = parseNorwegianBban(bban);
        assert.ok(!isInvalid(number) && hasBbanCheckDigit(number), bban);
        assert.ok(bban.startsWith(set.bank.bankNumber) && bic === set.bank.bic, bban);
        assert.ok(iban !== undefined && !isInvalid(parseIban(iban)), bban);
      }
    }
  });

  test("no two banks share an account, a card or an identity", () => {
    const accounts = sets.flatMap(listSeededAccounts);
    const cards = sets.flatMap(({ people }) => Object.values(people).map(({ card }) => card));
    const lists = [
      accounts.map(({ accountId }) => accountId),
      accounts.map(({ bban }) => bban),
      cards.map(({ maskedPan }) => maskedPan),
      sandboxBanks.map(({ name }) => name),
      sandboxBanks.map(({ bic }) => bic),
    ];
    for (const list of lists) assert.equal(new Set(list).size, list.length);
  });

  test("the same people are customers of each bank, under the same number", () => {
    const numbers = (set: DataSet) =>
      [...Object.values(set.people), ...Object.values(set.representatives)].map(
        ({ name, customerNumber }) => [name, customerNumber],
      );
    for (const set of others) assert.deepEqual(numbers(set), numbers(dataSet));
  });

  test("neither the data set nor the history of a bank names the first one", () => {
    const ofFirst = new RegExp(
      [
        ...listSeededAccounts(dataSet).flatMap(({ bban, iban = bban }) => [bban, iban]),
        ...listSeededAccounts(dataSet).map(({ accountId }) => `"${accountId}"`),
        dataSet.bank.bic,
        "Varde ",
      ].join("|"),
    );
    assert.match(toText(history(dataSet)), ofFirst);
    for (const set of others) {
      assert.doesNotMatch(toText(set), ofFirst);
      assert.doesNotMatch(toText(listSeededAccounts(set)), ofFirst);
      assert.doesNotMatch(toText(history(set)), ofFirst);
    }
  });

  test("the history leads to the balances, and never below a credit line", () => {
    for (const set of sets) {
      const amounts = new Map(
        history(set).map(({ accountId, transactions }) => [accountId, transactions]),
      );
      for (const { accountId, openingMinor = 0n, creditLineMinor = 0n } of listSeededAccounts(
        set,
      )) {
        const own = amounts.get(accountId) ?? [];
        let balance = own.reduce((rest, { amountMinor }) => rest - amountMinor, openingMinor);
        for (const { amountMinor } of own) {
          balance += amountMinor;
          assert.ok(balance + creditLineMinor >= 0n, `${accountId} is at ${balance}`);
        }
      }
      for (const { card } of Object.values(set.people)) {
        const lastMonth = (amounts.get(card.accountId) ?? []).filter(
          ({ id, amountMinor }) => id?.includes("-12-") && amountMinor < 0n,
        );
        const boughtMinor = lastMonth.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
        assert.equal(card.balanceMinor, boughtMinor, card.accountId);
      }
    }
  });

  test("one person has other balances and transactions at each bank", () => {
    const seen = sets.map((set) => {
      const { current } = set.people.kari;
      const own = history(set).find(({ accountId }) => accountId === current.accountId);
      const amounts = own?.transactions.map(({ amountMinor }) => amountMinor);
      return toText([current.balanceMinor, amounts]);
    });
    assert.equal(new Set(seen).size, sets.length);
    assert.ok(others.every(({ people }) => people.jonas.current.balanceMinor < 500_00n));
  });
});
