import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDay } from "../../../src/pages/parts/format-day.ts";
import { textsByLocale } from "../../../src/pages/texts/texts.ts";

test("a date is written out in both languages", () => {
  assert.equal(formatDay("2026-11-05", textsByLocale.nb), "5. november 2026");
  assert.equal(formatDay("2026-11-05", textsByLocale.en), "5 November 2026");
  assert.equal(formatDay("2027-01-31", textsByLocale.nb), "31. januar 2027");
  assert.equal(formatDay("2027-12-01", textsByLocale.en), "1 December 2027");
});

test("text that is not a date is unchanged", () => {
  for (const text of ["", "2026-13-01", "2026-00-01", "tomorrow", "2026-11-05T00:00"]) {
    assert.equal(formatDay(text, textsByLocale.en), text);
  }
});
