import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { describeStatus } from "../../src/shown/describe-status.ts";
import {
  formatClock,
  formatDistance,
  formatHour,
  formatMinute,
  formatMoment,
  formatSecond,
  parseOsloTime,
} from "../../src/shown/format-clock.ts";
import { formatCount, groupDigits } from "../../src/shown/format-number.ts";
import { formatCheck, formatWords } from "../../src/shown/format-words.ts";

describe("times", () => {
  const summer = "2026-06-01T10:05:09.400Z";
  const winter = "2026-12-31T23:30:00.000Z";

  test("are shown in Oslo, in summer and in winter", () => {
    assert.equal(formatSecond(summer), "12:05:09");
    assert.equal(formatHour(summer), "12:05");
    assert.equal(formatHour(winter), "00:30");
  });

  test("have as much of the date as their place needs", () => {
    assert.equal(formatClock(Date.parse(winter)), "Fri 1 Jan 2027, 00:30:00");
    assert.equal(formatMinute(winter), "Fri 1 Jan, 00:30");
    assert.equal(formatMoment(summer), "1 Jun, 12:05:09");
  });

  test("that are entered are times of Oslo", () => {
    const parsed = (text: string) => new Date(parseOsloTime(text)).toISOString();
    assert.equal(parsed("2026-06-01T12:05"), "2026-06-01T10:05:00.000Z");
    assert.equal(parsed("2027-01-01T00:30"), "2026-12-31T23:30:00.000Z");
    assert.equal(parsed("2026-03-29T12:00"), "2026-03-29T10:00:00.000Z");
  });

  test("that are ahead or behind have a rough distance", () => {
    const minute = 60_000;
    assert.equal(formatDistance(29_000), "now");
    assert.equal(formatDistance(-5 * minute), "5 min");
    assert.equal(formatDistance(119 * minute), "119 min");
    assert.equal(formatDistance(120 * minute), "2 h");
    assert.equal(formatDistance(47 * 60 * minute), "47 h");
    assert.equal(formatDistance(48 * 60 * minute), "2 days");
  });
});

describe("numbers", () => {
  test("of amounts have their digits grouped, but not their decimals", () => {
    assert.equal(groupDigits("-48111.49"), "-48,111.49");
    assert.equal(groupDigits("1234567.12345"), "1,234,567.12345");
    assert.equal(groupDigits("999"), "999");
    assert.equal(groupDigits("1000"), "1,000");
  });

  test("of things are singular only for one", () => {
    assert.equal(formatCount(1, "request"), "1 request");
    assert.equal(formatCount(0, "request"), "0 requests");
    assert.equal(formatCount(12_345, "request"), "12,345 requests");
  });
});

describe("names", () => {
  test("of events are words", () => {
    assert.equal(formatWords("signedToBookAtOnce"), "Signed to book at once");
    assert.equal(formatWords("created"), "Created");
  });

  test("of checks are their subjects, with the abbreviations of the domain", () => {
    assert.equal(formatCheck("checkSignature"), "Signature");
    assert.equal(formatCheck("checkRequestId"), "Request ID");
    assert.equal(formatCheck("checkBodyJson"), "Body JSON");
    assert.equal(formatCheck("checkPsu"), "PSU");
    assert.equal(formatCheck("checkKeyId"), "keyId");
  });
});

describe("statuses", () => {
  test("of every payment have a word and a meaning", () => {
    const codes = "RCVD ACTC ACWC PDNG ACCP ACSP ACWP ACSC RJCT CANC PART open signed deleted";
    const words = codes.split(" ").map((code) => describeStatus(code).word);
    assert.equal(new Set(words).size, words.length);
    for (const code of codes.split(" ")) assert.notEqual(describeStatus(code).meaning, "", code);
  });

  test("repeat in their tone whether money has moved", () => {
    assert.deepEqual(
      ["ACSC", "RJCT", "ACCP", "PDNG", "CANC"].map((code) => describeStatus(code).tone),
      ["good", "bad", "warn", "busy", "quiet"],
    );
  });

  test("that are not known are shown as such", () => {
    assert.deepEqual(describeStatus("XXXX"), { word: "Unknown", tone: "quiet", meaning: "" });
  });
});
