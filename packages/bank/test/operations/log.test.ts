import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { logOptions } from "../../src/operations/log.ts";

test("the log redacts instructions and the PSU's device", () => {
  const lines: string[] = [];
  const log = pino(logOptions, { write: (line) => void lines.push(line) });
  const psuDevice = { ipAddress: "192.0.2.99" };
  log.error({ psuDevice }, "one");
  log.error({ payment: { psuDevice } }, "two");
  log.error({ instructions: [{ initiation: { device: psuDevice } }] }, "three");
  assert.equal(lines.length, 3);
  for (const line of lines) assert.doesNotMatch(line, /192\.0\.2\.99/);
});
