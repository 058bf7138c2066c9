import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { HandledRequest } from "@varde/bank";
import { createFigures } from "../../src/requests/figures.ts";

const start = Date.parse("2026-11-16T08:00:00Z");

/** Figures with a clock that the test moves, and a way to count one request. */
const countedFigures = () => {
  let now = start;
  const figures = createFigures(() => now);
  return {
    figures,
    pass: (seconds: number) => {
      now += seconds * 1_000;
    },
    count: (status: number, ms: number, more: { code?: string; headers?: object } = {}) =>
      figures.countRequest({
        context: { received: { receivedAt: now - ms } },
        response: { status },
        headers: more.headers ?? {},
        refusal: more.code && { violations: [{ code: more.code }] },
        respondedAt: now,
      } as unknown as HandledRequest),
  };
};

describe("figures", () => {
  test("count statuses, codes, SCA and unattended calls of the period", () => {
    const { figures, count } = countedFigures();
    count(201, 3, { headers: { "aspsp-sca-approach": "REDIRECT" } });
    count(200, 3, { headers: { "ratelimit-remaining": "3" } });
    count(429, 3, { code: "ACCESS_EXCEEDED" });
    count(503, 3, { code: "SYSTEM_ERROR" });
    figures.countScaEnd(true);
    figures.countScaEnd(false);
    const { total, refusals, sca, unattended, points } = figures.read("minute");
    const counts = { requests: 4, succeeded: 2, refused: 1, failed: 1 };
    assert.deepEqual(total, { ...counts, p50Ms: 3, p95Ms: 3, p99Ms: 3 });
    assert.deepEqual(sca, { started: 1, approved: 1, failed: 1 });
    assert.deepEqual(unattended, { admitted: 1, refused: 1 });
    assert.deepEqual(refusals.map(({ code }) => code).toSorted(), [
      "ACCESS_EXCEEDED",
      "SYSTEM_ERROR",
    ]);
    assert.equal(points.at(-1)?.requests, 4);
    assert.equal(points.length, 60);
  });

  test("percentiles are those of the requests, within the width of a latency class", () => {
    const { figures, count } = countedFigures();
    for (let request = 1; request <= 100; request += 1) count(200, request <= 95 ? 10 : 400);
    const { p50Ms, p95Ms, p99Ms } = figures.read("minute").total;
    assert.deepEqual([p50Ms, p95Ms, p99Ms], [10, 10, 500]);
  });

  test("a request leaves the last minute, then the last hour, then the last day", () => {
    const { figures, count, pass } = countedFigures();
    count(200, 1);
    const requests = () =>
      (["minute", "hour", "day"] as const).map((period) => figures.read(period).total.requests);
    assert.deepEqual(requests(), [1, 1, 1]);
    pass(61);
    assert.deepEqual(requests(), [0, 1, 1]);
    pass(3_600);
    assert.deepEqual(requests(), [0, 0, 1]);
    pass(24 * 3_600);
    assert.deepEqual(requests(), [0, 0, 0]);
  });
});
