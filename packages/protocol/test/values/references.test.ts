import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isInvalid } from "../../src/invalid.ts";
import { kidCheckDigit, parseKid } from "../../src/values/index.ts";

const vectors = [
  ["1234", "4", "3"],
  ["1234567", "4", "4"],
  ["12345678", "2", "5"],
  ["60224", "3", "8"],
  ["1009", undefined, "-"],
  ["123456789012345678901234", "0", "1"],
] as const;

for (const [base, mod10, mod11] of vectors) {
  test(`computes the check digits after ${base}`, () => {
    if (mod10 !== undefined) assert.equal(kidCheckDigit(base, 10), mod10);
    assert.equal(kidCheckDigit(base, 11), mod11);
    assert.equal(!isInvalid(parseKid(base + mod11, 11)), true);
  });
}

test("REM-11: the published sample reference is not a KID with either modulus", () => {
  assert.equal(!isInvalid(parseKid("99754667145676221", 10)), false);
  assert.equal(!isInvalid(parseKid("99754667145676221", 11)), false);
});

test("accepts a KID of 2 to 25 digits, with a final minus only in mod 11", () => {
  for (const text of ["", "1", "1-2", "-", "12345 674", "1".repeat(26)]) {
    assert.equal(!isInvalid(parseKid(text, 10)), false, text);
    assert.equal(!isInvalid(parseKid(text, 11)), false, text);
  }
  assert.equal(!isInvalid(parseKid("1009-", 10)), false);
});

test("a mod 10 check digit detects every single wrong digit", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9]{1,24}$/),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (base, at, shift) => {
        const kid = base + kidCheckDigit(base, 10);
        const place = at % kid.length;
        const digit = (Number(kid[place]) + shift) % 10;
        assert.equal(!isInvalid(parseKid(kid, 10)), true);
        assert.equal(
          !isInvalid(parseKid(kid.slice(0, place) + digit + kid.slice(place + 1), 10)),
          false,
        );
      },
    ),
  );
});
