import assert from "node:assert/strict";
import { test } from "node:test";
import { countries } from "../../src/data/countries.ts";
import { currencies, currencyMinorUnits } from "../../src/data/currencies.ts";
import { sepaCountries } from "../../src/data/sepa-countries.ts";
import { isCountry, isSepaCountry, minorUnitsOf } from "../../src/values/index.ts";

test("VAL-02: the list has 162 currencies and none of the newer ISO codes", () => {
  assert.equal(new Set(currencies).size, 162);
  const listed: ReadonlySet<string> = new Set(currencies);
  for (const code of ["BYN", "MRU", "STN", "VES", "SLE", "SSP", "XCG", "ZWG"]) {
    assert.equal(listed.has(code), false, code);
  }
});

test("the currencies with zero and with three fraction digits are those of ISO 4217", () => {
  const having = (digits: number) => currencies.filter((code) => minorUnitsOf(code) === digits);
  assert.equal(having(0).length, 18);
  assert.equal(currencyMinorUnits.XDR, 0);
  assert.deepEqual(having(3), ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]);
  assert.equal(having(2).length, 162 - 18 - 7);
});

test("VAL-04: the list has 249 countries, without Kosovo", () => {
  assert.equal(new Set(countries).size, 249);
  assert.equal(isCountry("NO"), true);
  for (const code of ["XK", "no", "NOR", "N", ""]) assert.equal(isCountry(code), false, code);
});

test("41 countries are in SEPA", () => {
  assert.equal(new Set(sepaCountries).size, 41);
  assert.equal(isSepaCountry("GB"), true);
  assert.equal(isSepaCountry("US"), false);
});
