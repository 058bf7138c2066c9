import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isInvalid } from "../../src/invalid.ts";
import {
  dayOneYearAfter,
  formatDateTime,
  type IsoDate,
  isIsoDate,
  parseDateTime,
  parseIsoDate,
} from "../../src/values/index.ts";

test("GEN-09: accepts dates that exist", () => {
  for (const day of ["2026-11-15", "2028-02-29", "2000-02-29", "2026-12-31"]) {
    assert.deepEqual(parseIsoDate(day), day);
  }
});

test("VAL-10: refuses dates that do not exist or are malformed", () => {
  for (const text of [
    "2026-02-30",
    "2026-2-3",
    "2026-02-03T00:00:00+00:00",
    "2027-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "2026-01-00",
    "26-01-01",
    "15.11.2026",
    "",
  ]) {
    assert.equal(!isInvalid(parseIsoDate(text)), false, text);
  }
});

test("accepts exactly the dates that exist for JavaScript's Date", () => {
  const part = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, "0"));
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 9999 }), part(14), part(33), (year, month, day) => {
      const text = `${year}-${month}-${day}`;
      const date = new Date(`${text}T00:00:00Z`);
      const known = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
      assert.equal(isIsoDate(text), known, text);
    }),
  );
});

test("one year after 29 February is 28 February", () => {
  assert.equal(dayOneYearAfter("2028-02-29" as IsoDate), "2029-02-28");
  assert.equal(dayOneYearAfter("2026-11-15" as IsoDate), "2027-11-15");
});

test("GEN-10: formats instants in UTC with whole seconds", () => {
  assert.equal(formatDateTime(Date.UTC(2026, 10, 15, 0, 49, 23, 987)), "2026-11-15T00:49:23+00:00");
  assert.equal(formatDateTime(0n), "1970-01-01T00:00:00+00:00");
});

test("parses every formatted instant to the same second", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
      const text = formatDateTime(seconds * 1000);
      assert.deepEqual(parseDateTime(text), seconds * 1000);
    }),
  );
});

test("refuses a date-time without offset or with a time that does not exist", () => {
  for (const text of ["2026-11-15T00:49:23", "2026-11-15T24:00:00Z", "2026-02-30T00:00:00Z", ""]) {
    assert.equal(!isInvalid(parseDateTime(text)), false, text);
  }
});
