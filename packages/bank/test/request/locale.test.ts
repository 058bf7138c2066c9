import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { preferredLocale } from "../../src/request/locale.ts";

describe("the language of a page", () => {
  for (const [header, locale] of [
    ["nb-NO,nb;q=0.9,en;q=0.8", "nb"],
    ["nn", "nb"],
    ["se,nb;q=0.9", "nb"],
    ["da,no", "nb"],
    ["de,nb;q=0.5,en;q=0.4", "nb"],
    ["en;q=0.1,nb;q=0.9", "nb"],
    ["en;q=0,no;q=0.1", "nb"],
    ["EN-gb, NB;q=0.9", "en"],
    ["nb;q=0.2 , en ; q=0.3", "en"],
    ["nb;q=0, de", "en"],
    ["nb;q=2, en", "en"],
    ["fi,sv;q=0.8", "en"],
    ["*", "en"],
    ["__proto__", "en"],
    ["constructor", "en"],
    ["", "en"],
    [undefined, "en"],
  ] as const) {
    it(`is ${locale} for ${JSON.stringify(header)}`, () => {
      assert.equal(preferredLocale(header), locale);
    });
  }

  it("is read from the first 500 characters", () => {
    assert.equal(preferredLocale(`${",".repeat(498)}nb`), "nb");
    assert.equal(preferredLocale(`${",".repeat(499)}nb`), "en");
  });

  it("is always one of the two", () => {
    fc.assert(fc.property(fc.string(), (header) => ["nb", "en"].includes(preferredLocale(header))));
  });
});
