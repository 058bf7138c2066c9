import assert from "node:assert/strict";
import { test } from "node:test";
import { countries, currencies, currencyMinorUnits, sepaCountries } from "../../src/data/index.ts";
import { isInvalid } from "../../src/invalid.ts";
import {
  isSepaCountry,
  minorUnitsOf,
  parseCountry,
  parseCurrency,
} from "../../src/values/index.ts";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

test("VAL-02: accepts exactly the 162 currencies of the list", () => {
  assert.equal(currencies.length, 162);
  const accepted = letters.flatMap((a) =>
    letters.flatMap((b) =>
      letters.map((c) => a + b + c).filter((code) => !isInvalid(parseCurrency(code))),
    ),
  );
  assert.deepEqual(accepted, [...currencies].sort());
  for (const code of ["BYN", "MRU", "STN", "VES", "SLE", "SSP", "XCG", "ZWG", "nok", "", "NOK "]) {
    assert.equal(!isInvalid(parseCurrency(code)), false, code);
  }
  for (const code of ["__proto__", "constructor", "toString"]) {
    assert.equal(!isInvalid(parseCurrency(code)), false, code);
  }
});

test("the currencies with zero and with three fraction digits are those of ISO 4217", () => {
  const having = (digits: number) => currencies.filter((code) => minorUnitsOf(code) === digits);
  assert.equal(having(0).length, 18);
  assert.equal(currencyMinorUnits.XDR, 0);
  assert.deepEqual(having(3), ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]);
  assert.equal(having(2).length, 162 - 18 - 7);
});

test("VAL-04: accepts exactly the 249 countries of the list", () => {
  assert.equal(countries.length, 249);
  const accepted = letters.flatMap((a) =>
    letters.map((b) => a + b).filter((code) => !isInvalid(parseCountry(code))),
  );
  assert.deepEqual(accepted, [...countries].sort());
  for (const code of ["XK", "no", "NOR", "N", ""])
    assert.equal(!isInvalid(parseCountry(code)), false, code);
});

test("41 countries are in SEPA", () => {
  assert.equal(new Set(sepaCountries).size, 41);
  assert.equal(isSepaCountry("GB"), true);
  assert.equal(isSepaCountry("US"), false);
});
