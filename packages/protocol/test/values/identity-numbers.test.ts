import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Invalid, isInvalid } from "../../src/invalid.ts";
import {
  type IdentityNumber,
  isSyntheticIdentityNumber,
  isSyntheticOrganisationNumber,
  parseCustomerNumber,
  parseIdentityNumber,
  parseOrganisationNumber,
} from "../../src/values/index.ts";

const synthetic = {
  "month + 80": "10915596784 15819000066 15819000147 15819000228 50846202355 55819000130",
  "month + 40": "15507600333 29422059278 15419000083 55507608360 68467038838",
  "month + 65": "31739556891",
};

for (const [series, numbers] of Object.entries(synthetic)) {
  test(`accepts synthetic identity numbers with ${series} as synthetic`, () => {
    for (const text of numbers.split(" ")) {
      const number = parseIdentityNumber(text);
      assert.ok(!isInvalid(number), text);
      assert.equal(isSyntheticIdentityNumber(number), true, text);
    }
  });
}

test("refuses eleven zeros because of the date", () => {
  assert.deepEqual(
    parseIdentityNumber("00000000000"),
    new Invalid("does not start with a date of birth"),
  );
});

test("requires a day, a month and correct check digits in an identity number", () => {
  for (const text of [
    "15819000067",
    "15819000076",
    "32819000066",
    "15939000066",
    "15139000066",
    "1581900006",
    "158190000666",
    "1581900006x",
    "",
  ]) {
    assert.equal(!isInvalid(parseIdentityNumber(text)), false, text);
  }
});

test("accepts four remainders in the first check digit of the series from 2032", () => {
  // All numbers of one synthetic date: each of the four remainders must occur, and no other.
  const weights = [3, 7, 6, 1, 8, 9, 4, 5, 2, 1];
  const remainders = new Set<number>();
  for (let tail = 0; tail < 100_000; tail += 1) {
    const text = `158190${String(tail).padStart(5, "0")}`;
    if (isInvalid(parseIdentityNumber(text))) continue;
    remainders.add(weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0) % 11);
  }
  assert.deepEqual([...remainders].sort(), [0, 1, 2, 3]);
});

test("treats a number without a shifted month as real", () => {
  assert.equal(isSyntheticIdentityNumber("15019000066" as IdentityNumber), false);
});

test("accepts organisation numbers with a correct check digit only", () => {
  for (const text of ["310000000", "210000003"]) {
    const number = parseOrganisationNumber(text);
    assert.ok(!isInvalid(number), text);
    assert.equal(isSyntheticOrganisationNumber(number), true);
  }
  for (const text of ["310000001", "31000000", "3100000000", ""]) {
    assert.equal(!isInvalid(parseOrganisationNumber(text)), false, text);
  }
});

test("accepts 8 to 11 digits as a customer number", () => {
  for (const text of ["12345678", "15819000066"])
    assert.equal(!isInvalid(parseCustomerNumber(text)), true);
  for (const text of ["1234567", "123456789012", "1234567x", ""]) {
    assert.equal(!isInvalid(parseCustomerNumber(text)), false);
  }
});

test("never throws for any identity, organisation or customer number", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const parse of [parseIdentityNumber, parseOrganisationNumber, parseCustomerNumber]) {
        const result = parse(text);
        if (!isInvalid(result)) assert.equal(result, text);
      }
    }),
  );
});
