import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isInvalid } from "../../src/invalid.ts";
import { formatDateHeader, parseDateHeader } from "../../src/signing/index.ts";

const ms = Date.UTC(2014, 0, 5, 21, 31, 40);

describe("parseDateHeader", () => {
  test("parses IMF-fixdate, a one-digit day and a numeric zone", () => {
    for (const value of [
      "Sun, 05 Jan 2014 21:31:40 GMT",
      "Sun, 5 Jan 2014 21:31:40 GMT",
      "Sun, 05 Jan 2014 21:31:40 +0000",
      "Sun, 05 Jan 2014 22:31:40 +0100",
      "Sun, 05 Jan 2014 16:01:40 -0530",
    ]) {
      assert.deepEqual(parseDateHeader(value), ms, value);
    }
  });

  test("refuses other forms, wrong weekdays and dates that do not exist", () => {
    for (const value of [
      "",
      "2014-01-05T21:31:40Z",
      "Sunday, 05-Jan-14 21:31:40 GMT",
      "Sun Jan  5 21:31:40 2014",
      "Mon, 05 Jan 2014 21:31:40 GMT",
      "Sun, 05 Jan 2014 21:31:40",
      "Sun, 05 Jan 2014 21:31:40 UTC",
      "Sun, 05 Jan 2014 24:31:40 GMT",
      "Sun, 05 Jan 2014 21:60:40 GMT",
      "Sun, 05 Jan 2014 21:31:60 GMT",
      "Mon, 31 Feb 2014 21:31:40 GMT",
      "Sun, 05 jan 2014 21:31:40 GMT",
      "Sun, 05 anF 2014 21:31:40 GMT",
      "Sun, 00 Jan 2014 21:31:40 GMT",
      " Sun, 05 Jan 2014 21:31:40 GMT",
      "Sun, 05 Jan 2014 21:31:40 GMT, Sun, 05 Jan 2014 21:31:40 GMT",
    ]) {
      assert.equal(!isInvalid(parseDateHeader(value)), false, value);
    }
  });

  test("parses every formatted second back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 250_000_000_000 }), (second) => {
        assert.deepEqual(parseDateHeader(formatDateHeader(second * 1000)), second * 1000);
      }),
    );
  });
});
