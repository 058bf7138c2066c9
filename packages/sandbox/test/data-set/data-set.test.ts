import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  hasBbanCheckDigit,
  isInvalid,
  isSyntheticIdentityNumber,
  isSyntheticOrganisationNumber,
  parseBic,
  parseIban,
  parseIdentityNumber,
  parseNorwegianBban,
  parseOrganisationNumber,
} from "@varde/protocol";
import { otherBank } from "../../src/data-set/bank-identity.ts";
import { dataSet } from "../../src/data-set/index.ts";
import { foreignBuyers } from "../../src/data-set/payees.ts";

const people = Object.values(dataSet.people);
const companies = Object.values(dataSet.companies);
const persons = [...people, ...Object.values(dataSet.representatives)];
const accounts = [
  ...people.flatMap(({ current, savings }) => [current, savings]),
  ...companies.flatMap((company) => company.accounts),
];
const payees = [...Object.values(dataSet.payees), ...dataSet.magicAccounts];

function isRightBban(bban: string): boolean {
  const parsed = parseNorwegianBban(bban);
  return !isInvalid(parsed) && hasBbanCheckDigit(parsed);
}

describe("the published data set", () => {
  test("CUS-08: each private customer has two accounts and a card account", () => {
    assert.ok(people.length >= 6);
    for (const { current, savings, card } of people) {
      assert.deepEqual([current.kind, savings.kind], ["current", "savings"]);
      assert.match(card.maskedPan, /^[0-9]{6}\*{6}[0-9]{4}$/);
    }
  });

  test("CUS-09: each corporate customer has two accounts", () => {
    assert.ok(companies.length >= 3);
    for (const { accounts } of companies) assert.equal(accounts.length, 2);
  });

  test("identity numbers are valid and synthetic", () => {
    for (const { customerNumber, name } of persons) {
      const parsed = parseIdentityNumber(customerNumber);
      assert.ok(!isInvalid(parsed) && isSyntheticIdentityNumber(parsed), name);
      assert.ok(Number(customerNumber.slice(2, 4)) > 80, `${name} is of the series with month +80`);
    }
  });

  test("organisation numbers are valid and synthetic", () => {
    for (const { organisationNumber, name } of companies) {
      const parsed = parseOrganisationNumber(organisationNumber);
      assert.ok(!isInvalid(parsed) && isSyntheticOrganisationNumber(parsed), name);
    }
  });

  test("account numbers have valid check digits and the number of their bank", () => {
    for (const { bban, iban } of accounts) {
      assert.ok(isRightBban(bban) && bban.startsWith(dataSet.bank.bankNumber), bban);
      assert.ok(!isInvalid(parseIban(iban)), iban);
    }
    for (const { bban } of payees) {
      assert.ok(isRightBban(bban) && bban.startsWith(otherBank.bankNumber), bban);
    }
    for (const { iban } of [...dataSet.magicAccounts, foreignBuyers.fishmonger]) {
      assert.ok(!isInvalid(parseIban(iban)), iban);
    }
    assert.ok(!isInvalid(parseBic(dataSet.bank.bic)) && !isInvalid(parseBic(otherBank.bic)));
  });

  test("ids and numbers are unique", () => {
    const cards = people.map(({ card }) => card);
    const lists = [
      persons.map(({ personId }) => personId),
      persons.map(({ customerNumber }) => customerNumber),
      [...people, ...companies].map(({ customerId }) => customerId),
      [...people, ...companies].map(({ agreementId }) => agreementId),
      [...accounts, ...cards].map(({ accountId }) => accountId),
      [...accounts, ...payees].map(({ bban }) => bban),
      cards.map(({ relatedAccount }) => relatedAccount),
      dataSet.kidAgreements.map(({ bban }) => bban),
    ];
    for (const list of lists) assert.equal(new Set(list).size, list.length, String(list));
  });

  test("a card's reference cannot be mistaken for an account number", () => {
    for (const { card } of people) assert.ok(isInvalid(parseNorwegianBban(card.relatedAccount)));
  });

  test("one person acts in both contexts, and one for two companies", () => {
    const represented = Object.groupBy(companies, ({ representative }) => representative.personId);
    assert.ok(people.some(({ personId }) => represented[personId] !== undefined));
    assert.ok(Object.values(represented).some((list) => list?.length === 2));
  });

  test("one account is in euro, one in dollars, one is almost empty and one may not pay", () => {
    const currencies = accounts.map(({ currency }) => currency).filter((one) => one !== "NOK");
    assert.deepEqual(currencies.sort(), ["EUR", "USD"]);
    assert.ok(dataSet.people.jonas.current.balanceMinor < 500_00n);
    assert.equal(dataSet.people.ingrid.savings.mayPay, false);
  });

  test("the register has KID agreements of every kind and both moduli", () => {
    const of = (kind: string, modulus: number) =>
      dataSet.kidAgreements.some((one) => one.kind === kind && one.modulus === modulus);
    assert.ok(of("mandatory", 10) && of("mandatory", 11) && of("optional", 10));
    assert.ok(of("optional", 11) && of("off", 10));
  });
});
