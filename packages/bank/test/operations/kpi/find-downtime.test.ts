import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { findDowntime, mergeSeconds } from "../../../src/operations/kpi/find-downtime.ts";
import { KpiRecorder } from "../../../src/operations/kpi/kpi-recorder.ts";
import { aFinishedRequest, findOperation } from "./a-finished-request.ts";

const start = Date.parse("2026-10-05T10:00:00Z");
const until = start + 3_600_000;

const refusedBy = (source: string) => ({
  violations: [{ code: "SYSTEM_ERROR" as const, text: "" }] as const,
  source,
});

interface Sent {
  /** Seconds after the start. */
  readonly at: number;
  /** Seconds until the response; undefined if the bank failed. */
  readonly wait?: number | undefined;
}

const record = (recorder: KpiRecorder, { at, wait }: Sent): void =>
  recorder.observe(
    aFinishedRequest({
      receivedAt: start + at * 1_000,
      ...(wait === undefined ? { status: 503 } : { durationMs: wait * 1_000 }),
    }),
  );

/** Returns the downtime in seconds after the start. */
const downtime = (sent: readonly Sent[]) => {
  const recorder = new KpiRecorder("one");
  for (const each of sent) record(recorder, each);
  return inSeconds(findDowntime(mergeSeconds(recorder.drain()), until));
};

const inSeconds = (periods: readonly { readonly from: number; readonly to: number }[]) =>
  periods.map(({ from, to }) => [(from - start) / 1_000, (to - start) / 1_000]);

describe("downtime", () => {
  it("starts with the first of five unanswered requests and ends with the next answer", () => {
    const failed = [10, 12, 14, 16, 18].map((at) => ({ at }));
    assert.deepEqual(downtime([...failed, { at: 25, wait: 0 }]), [[10, 25]]);
    assert.deepEqual(downtime([...failed.slice(1), { at: 25, wait: 0 }]), []);
  });

  it("does not start if one request in between is answered", () => {
    const failed = [10, 12, 14, 16, 18].map((at) => ({ at }));
    assert.deepEqual(downtime([...failed, { at: 15, wait: 0 }]), []);
    assert.deepEqual(downtime([...failed, { at: 15, wait: 14 }]), []);
  });

  it("gives the five requests 30 seconds in total, from the receipt of the first", () => {
    const failed = [10, 12, 14, 16].map((at) => ({ at }));
    assert.deepEqual(downtime([...failed, { at: 20, wait: 20 }]), []);
    assert.deepEqual(downtime([...failed, { at: 20, wait: 21 }]), [[10, 41]]);
    assert.deepEqual(downtime([...failed, { at: 40 }, { at: 50, wait: 0 }]), [[10, 50]]);
    assert.deepEqual(downtime([...failed, { at: 41 }, { at: 50, wait: 0 }]), []);
  });

  it("counts a response that takes longer than 30 seconds as none", () => {
    const late = (wait: number) => [10, 10, 10, 10, 10].map((at) => ({ at, wait }));
    assert.deepEqual(downtime([...late(31), { at: 300, wait: 0 }]), [[10, 300]]);
    assert.deepEqual(downtime([...late(30), { at: 300, wait: 0 }]), []);
  });

  it("is found in a minute with one bad second, also in rows without services", () => {
    const recorder = new KpiRecorder("one");
    const failed = [70, 70, 70, 70, 70].map((at) => ({ at }));
    for (const sent of [{ at: 0, wait: 0 }, ...failed, { at: 300, wait: 0 }]) {
      record(recorder, sent);
    }
    const rows = recorder.drain();
    assert.deepEqual(inSeconds(findDowntime(mergeSeconds(rows), until)), [[70, 300]]);
    // Earlier releases did not write them.
    const older = rows.map(({ services: _, ...row }) => ({ ...row, services: undefined }));
    assert.deepEqual(inSeconds(findDowntime(mergeSeconds(older), until)), [[70, 300]]);
  });

  it("lasts until the end of what was measured if no answer follows", () => {
    assert.deepEqual(downtime([1, 2, 3, 4, 5].map((at) => ({ at }))), [[1, 3_600]]);
  });

  it("starts again after an answer", () => {
    const five = (from: number) => [0, 1, 2, 3, 4].map((at) => ({ at: from + at }));
    const sent = [...five(10), { at: 20, wait: 0 }, ...five(21), { at: 40, wait: 3 }];
    assert.deepEqual(downtime(sent), [
      [10, 20],
      [21, 43],
    ]);
  });

  it("is neither ended nor prevented by a refusal", () => {
    const recorder = new KpiRecorder("one");
    for (const at of [10, 12, 14, 16, 18]) record(recorder, { at });
    for (const at of [11, 15, 20, 40]) {
      recorder.observe(aFinishedRequest({ receivedAt: start + at * 1_000, status: 401 }));
    }
    record(recorder, { at: 55, wait: 0 });
    assert.deepEqual(inSeconds(findDowntime(mergeSeconds(recorder.drain()), until)), [[10, 55]]);
  });

  it("is counted for a service whose requests fail while those of another succeed", () => {
    const recorder = new KpiRecorder("one");
    const send = (at: number, facts: Parameters<typeof aFinishedRequest>[0]) =>
      recorder.observe(aFinishedRequest({ receivedAt: start + at * 1_000, ...facts }));
    // The core bank is away for 45 seconds. Statuses of payments are in the bank's own database.
    for (let at = 0; at < 45; at += 1) {
      send(at, { status: 503, refusal: refusedBy("coreBank") });
      send(at, { operation: findOperation("listAccounts"), status: 401 });
      if (at % 5 === 0) send(at, { operation: findOperation("readPaymentStatus") });
    }
    send(45, {});
    const rows = recorder.drain();
    assert.deepEqual(findDowntime(mergeSeconds(rows), until), []);
    assert.deepEqual(findDowntime(mergeSeconds(rows, "paymentInitiation"), until), []);
    const [outage, ...more] = findDowntime(mergeSeconds(rows, "accountInformation"), until);
    assert.deepEqual(inSeconds(outage === undefined ? [] : [outage]), [[0, 45]]);
    assert.deepEqual([outage?.sources, more], [["coreBank"], []]);
  });

  it("names the systems that failed, the most frequent first", () => {
    const recorder = new KpiRecorder("one");
    const sources = ["database", "coreBank", "coreBank", "overload", "coreBank", "overload"];
    for (const [at, source] of sources.entries()) {
      const receivedAt = start + at * 1_000;
      recorder.observe(aFinishedRequest({ receivedAt, status: 503, refusal: refusedBy(source) }));
    }
    record(recorder, { at: 9, wait: 0 });
    const [outage] = findDowntime(mergeSeconds(recorder.drain()), until);
    assert.deepEqual(outage?.sources, ["coreBank", "overload", "database"]);
  });

  const sent = fc.record({
    at: fc.integer({ min: 0, max: 120 }),
    wait: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined, freq: 2 }),
  });

  it("is what the definition says, request by request", () => {
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 25 }), (requests) => {
        assert.deepEqual(downtime(requests), downByDefinition(requests));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is the same however requests are split between processes and writes", () => {
    const split = fc.tuple(sent, fc.integer({ min: 0, max: 3 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(split, { maxLength: 40 }), (requests) => {
        const recorders = ["a", "b", "c", "d"].map((name) => new KpiRecorder(name));
        const rows = requests.flatMap(([request, process, isWritten]) => {
          const recorder = recorders[process] as KpiRecorder;
          record(recorder, request);
          return isWritten ? recorder.drain() : [];
        });
        rows.push(...recorders.flatMap((recorder) => recorder.drain()));
        const merged = inSeconds(findDowntime(mergeSeconds(rows), until));
        assert.deepEqual(merged, downtime(requests.map(([request]) => request)));
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Applies guideline 2.4 literally to a list of requests, with whole seconds as the unit. */
const downByDefinition = (sent: readonly Sent[]): readonly (readonly number[])[] => {
  const requests = sent
    .map(({ at, wait }) => ({ at, answeredAt: isInTime(wait) ? at + wait : undefined }))
    .sort((one, other) => one.at - other.at);
  const periods: number[][] = [];
  for (const first of requests) {
    const isCovered = periods.some(([, to = 0]) => first.at < to);
    const isFresh = requests.every(
      ({ at, answeredAt }) => at !== first.at || answeredAt === undefined,
    );
    if (isCovered || !isFresh) continue;
    const deadline = first.at + 30;
    const following = requests.filter(({ at }) => at >= first.at);
    // A second with an answer ends the series, because its order within the second is unknown.
    const answered = following.find(
      ({ answeredAt }) => answeredAt !== undefined && answeredAt <= deadline,
    );
    const end = Math.min(deadline + 1, answered?.at ?? deadline + 1);
    if (following.filter(({ at }) => at < end).length < 5) continue;
    const answers = following.flatMap(({ answeredAt }) => answeredAt ?? []);
    periods.push([first.at, Math.min(3_600, ...answers)]);
  }
  return periods;
};

const isInTime = (wait: number | undefined): wait is number => wait !== undefined && wait <= 30;
