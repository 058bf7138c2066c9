import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type RetryPolicy, retryAfterSeconds, retryDelayMs } from "../../src/http/retry.ts";
import { TransportFault } from "../../src/http/transport.ts";

const policy: RetryPolicy = {
  attemptsMax: 10,
  delayMs: 100,
  delayMsMax: 1_000,
  retryAfterMsMax: 30_000,
  repeatWrites: true,
  repeatUnreachable: true,
};
const lost = new TransportFault("connection-lost", true, new Error("socket hang up"));
const nowMs = Date.UTC(2026, 10, 15, 12);
const busy = (value: string) => ({
  status: 503,
  body: Buffer.alloc(0),
  header: (name: string) => (name === "retry-after" ? value : undefined),
});

test("the delay grows, has a jitter of at most half, and has a maximum", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), (attempt) => {
      const ceiling = Math.min(1_000, 100 * 2 ** (attempt - 1));
      const delay = retryDelayMs(lost, attempt, policy, nowMs) ?? 0;
      assert.ok(delay >= ceiling / 2 && delay <= ceiling);
    }),
  );
});

test("there is no retry after the last attempt or for a permanent fault", () => {
  assert.equal(retryDelayMs(lost, 10, policy, nowMs), undefined);
  const stays = new TransportFault("tls", false, new Error("certificate has expired"));
  assert.equal(retryDelayMs(stays, 1, policy, nowMs), undefined);
  const refused = new TransportFault("unreachable", false, new Error("connect ECONNREFUSED"));
  assert.ok((retryDelayMs(refused, 1, policy, nowMs) ?? 0) > 0);
  const atOnce = { ...policy, repeatUnreachable: false };
  assert.equal(retryDelayMs(refused, 1, atOnce, nowMs), undefined);
});

test("reads Retry-After as seconds or as a date", () => {
  assert.equal(retryAfterSeconds(busy("17"), nowMs), 17);
  assert.equal(retryAfterSeconds(busy("Sun, 15 Nov 2026 12:00:05 GMT"), nowMs), 5);
  assert.equal(retryAfterSeconds(busy("Sun, 15 Nov 2026 11:00:00 GMT"), nowMs), 0);
  assert.equal(retryAfterSeconds(busy("soon"), nowMs), undefined);
});

for (const status of [502, 504]) {
  test(`retries ${status} of a proxy, with or without Retry-After`, () => {
    assert.equal(retryDelayMs({ ...busy("3"), status }, 1, policy, nowMs), 3_000);
    const delay = retryDelayMs({ ...busy(""), status }, 1, policy, nowMs) ?? 0;
    assert.ok(delay >= 50 && delay <= 100);
    assert.equal(retryDelayMs({ ...busy("3600"), status }, 1, policy, nowMs), undefined);
  });
}

for (const status of [400, 429, 500]) {
  test(`does not retry ${status}`, () => {
    assert.equal(retryDelayMs({ ...busy("1"), status }, 1, policy, nowMs), undefined);
  });
}

test("never retries before Retry-After", () => {
  assert.equal(retryDelayMs(busy("3"), 1, policy, nowMs), 3_000);
  assert.ok((retryDelayMs(busy("0"), 1, policy, nowMs) ?? 0) >= 50);
});
