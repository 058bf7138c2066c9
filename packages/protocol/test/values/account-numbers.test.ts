import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isInvalid } from "../../src/invalid.ts";
import {
  extractNorwegianBban,
  formatNorwegianIban,
  hasBbanCheckDigit,
  type NorwegianBban,
  parseBic,
  parseForeignBban,
  parseIban,
  parseNorwegianBban,
} from "../../src/values/index.ts";

const validBbans =
  "86011117947 95360573002 12345678903 15032080119 36241234562 97104133219 11111111113 60050000004";
const validIbans =
  "NO9386011117947 NO0995360573002 NO7112345678903 NO5015032080119 NO7336241234562 " +
  "NO9297104133219 NO4411111111113";

const isValidBban = (text: string) => {
  const bban = parseNorwegianBban(text);
  return !isInvalid(bban) && hasBbanCheckDigit(bban);
};

/** Finds the check digit by trying all ten, with weights from the right. */
function checkDigitBySearch(base: string): string | undefined {
  const digits = [...base].reverse().map(Number);
  return [..."0123456789"].find((check) => {
    const weighted = digits.map((digit, place) => digit * ((place % 6) + 2));
    return (weighted.reduce((a, b) => a + b, 0) + Number(check)) % 11 === 0;
  });
}

/** Computes the same check with the whole number as one big integer. */
function isIbanByBigInteger(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

test("VAL-17: accepts account numbers with a correct check digit", () => {
  for (const bban of validBbans.split(" ")) assert.equal(isValidBban(bban), true, bban);
});

test("VAL-17: detects account numbers with a wrong check digit", () => {
  for (const bban of ["12345678901", "86011117948", "60050000001"]) {
    assert.equal(isValidBban(bban), false, bban);
  }
});

test("VAL-17: no digit completes a prefix that has no check digit", () => {
  for (const prefix of ["9536057307", "4212345678"]) {
    for (const digit of "0123456789") assert.equal(isValidBban(prefix + digit), false);
  }
});

test("accepts only 11 digits as a Norwegian account number", () => {
  for (const text of ["8601.11.17947", "8601 11 17947", "8601111794", "", "8601111794７", "x"]) {
    assert.equal(!isInvalid(parseNorwegianBban(text)), false, text);
  }
});

test("VAL-17: agrees with an independent search on 10 000 random account numbers", () => {
  const digits = fc
    .integer({ min: 0, max: 99_999_999_999 })
    .map((n) => String(n).padStart(11, "0"));
  fc.assert(
    fc.property(digits, (bban) => {
      assert.equal(isValidBban(bban), checkDigitBySearch(bban.slice(0, 10)) === bban[10]);
    }),
    { numRuns: 10_000 },
  );
});

test("accepts 1 to 30 letters and digits as a foreign account number", () => {
  for (const text of ["1", "GB12abc", "9".repeat(30)])
    assert.equal(!isInvalid(parseForeignBban(text)), true);
  for (const text of ["", "1 2", "é", "9".repeat(31), "1-2"]) {
    assert.equal(!isInvalid(parseForeignBban(text)), false, text);
  }
});

test("VAL-18: accepts valid IBANs, Norwegian and foreign", () => {
  const foreign = ["SE4550000000058398257466", "DE89370400440532013000", "GB29NWBK60161331926819"];
  for (const iban of [...validIbans.split(" "), ...foreign]) {
    assert.deepEqual(parseIban(iban), iban);
  }
});

test("VAL-18: checks both check digits of a Norwegian IBAN", () => {
  assert.equal(isIbanByBigInteger("NO6686011117948"), true);
  assert.equal(!isInvalid(parseIban("NO6686011117948")), false);
  assert.equal(!isInvalid(parseIban("NO6686011117948", { norwegianCheckDigit: "off" })), true);
});

test("refuses a malformed IBAN with a hint", () => {
  const refusalReason = (text: string) => {
    const iban = parseIban(text);
    return isInvalid(iban) ? iban.reason : "";
  };
  assert.match(refusalReason("NO93 8601 1117 947"), /without spaces/);
  assert.match(refusalReason("no9386011117947"), /upper case/);
  assert.match(refusalReason("NO938601111794"), /has 14 characters/);
  assert.match(refusalReason("XX9386011117947"), /XX, a country without IBANs/);
  assert.match(refusalReason("US9386011117947"), /US, a country without IBANs/);
  assert.match(refusalReason("NO93860111179AB"), /form of an account number of NO/);
  assert.match(refusalReason(`NO93${"8".repeat(40)}`), /longer than 34/);
  assert.match(refusalReason(""), /is not an IBAN/);
});

test("VAL-18: detects every single-digit change of an IBAN", () => {
  for (const iban of validIbans.split(" ")) {
    for (let place = 2; place < iban.length; place += 1) {
      for (const digit of "0123456789") {
        if (digit === iban[place]) continue;
        const changed = iban.slice(0, place) + digit + iban.slice(place + 1);
        assert.equal(isIbanByBigInteger(changed), false);
        assert.equal(!isInvalid(parseIban(changed)), false, changed);
      }
    }
  }
});

test("extracts from an IBAN the account number it was built from", () => {
  for (const bban of validBbans.split(" ")) {
    const iban = formatNorwegianIban(bban as NorwegianBban);
    assert.equal(isIbanByBigInteger(iban), true);
    assert.equal(extractNorwegianBban(iban), bban);
  }
  const [first] = validIbans.split(" ");
  assert.equal(formatNorwegianIban("86011117947" as NorwegianBban), first);
});

test("VAL-19: accepts BICs of 8 or 11 upper-case characters with a country code", () => {
  for (const bic of ["DNBANOKK", "DNBANOKKXXX", "SPTRNO22"]) {
    assert.equal(!isInvalid(parseBic(bic)), true, bic);
  }
  for (const bic of ["DNBANOKKX", "DNBAXX22", "dnbanokk", "", "DNBANOK", "DNBANOKKXX"]) {
    assert.equal(!isInvalid(parseBic(bic)), false, bic);
  }
});

test("never throws for any account number, IBAN or BIC", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      for (const parse of [parseIban, parseBic, parseNorwegianBban, parseForeignBban]) {
        const result = parse(text);
        if (!isInvalid(result)) assert.equal(result, text);
      }
    }),
  );
});
