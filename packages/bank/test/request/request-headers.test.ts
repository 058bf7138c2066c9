import assert from "node:assert/strict";
import { test } from "node:test";
import { findRawHeader } from "../../src/request/request-headers.ts";

test("a header is found in Node's list in any case, the first one if repeated", () => {
  const raw = ["Host", "bank", "X-Request-ID", "a", "X-REQUEST-ID", "b", "b", "Host"];
  assert.equal(findRawHeader(raw, "x-request-id"), "a");
  assert.equal(findRawHeader(raw, "host"), "bank", "a value is not a name");
  assert.equal(findRawHeader(raw, "date"), "");
});
