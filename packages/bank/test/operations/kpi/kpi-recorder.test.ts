import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { operationList } from "@varde/protocol";
import type { KpiMinute } from "../../../src/operations/kpi/kpi-minute.ts";
import { KpiRecorder, kpiService } from "../../../src/operations/kpi/kpi-recorder.ts";
import type { FinishedRequest } from "../../../src/request/finished-request.ts";
import { aFinishedRequest, findOperation } from "./a-finished-request.ts";

const observe = (...requests: readonly Partial<FinishedRequest>[]): readonly KpiMinute[] => {
  const recorder = new KpiRecorder("one");
  for (const request of requests) recorder.observe(aFinishedRequest(request));
  return recorder.drain();
};

const observeOne = (request: Partial<FinishedRequest>) => {
  const [row] = observe(request);
  return { requests: row?.requests, errors: row?.errors, slow: row?.slow };
};

describe("the figures of a minute", () => {
  it("have the sums of successful responses by service", () => {
    const [row] = observe(
      { durationMs: 12.5 },
      { durationMs: 7.5 },
      { durationMs: 30, operation: findOperation("createPayment"), status: 201 },
      { durationMs: 4, operation: findOperation("confirmFunds") },
      { durationMs: 900, status: 401 },
    );
    assert.deepEqual(row, {
      minute: 0,
      processId: "one",
      part: 1,
      requests: 5,
      errors: 0,
      accountInformationCount: 2,
      accountInformationUs: 20_000,
      paymentInitiationCount: 1,
      paymentInitiationUs: 30_000,
      fundsConfirmationCount: 1,
      fundsConfirmationUs: 4_000,
      answeredSeconds: 1n,
      slow: [],
      services: {
        accountInformation: { answered: "1", slow: [], failed: [] },
        paymentInitiation: { answered: "1", slow: [], failed: [] },
        fundsConfirmation: { answered: "1", slow: [], failed: [] },
      },
    });
  });

  it("have the system that failed, by service and second", () => {
    const refusal = (source: string): FinishedRequest["refusal"] => ({
      ...{ violations: [{ code: "SYSTEM_ERROR", text: "" }], source },
    });
    const createPayment = findOperation("createPayment");
    const [row] = observe(
      { status: 503, refusal: refusal("coreBank") },
      { status: 503, refusal: refusal("coreBank") },
      { status: 503, refusal: refusal("database"), receivedAt: 2_000 },
      { status: 503, operation: createPayment },
      { status: 500, operation: createPayment, refusal: refusal("internal error") },
      { status: 503, operation: createPayment, notAdmitted: "overload" },
      { durationMs: 31_000, operation: createPayment },
      { status: undefined, isComplete: false, durationMs: 7_000, operation: createPayment },
    );
    assert.deepEqual(row?.services?.accountInformation?.failed, [
      [0, "coreBank", 2],
      [2, "database", 1],
    ]);
    assert.deepEqual(row?.services?.paymentInitiation?.failed, [
      [0, "responseSigner", 1],
      [0, "internal error", 1],
      [0, "overload", 1],
      [0, "no response in time", 2],
    ]);
    assert.equal(row?.services?.fundsConfirmation, undefined);
  });

  it("count a refusal neither as a success nor as unanswered", () => {
    const expected = { requests: 1, errors: 0, slow: [] };
    for (const status of [400, 401, 404, 429]) assert.deepEqual(observeOne({ status }), expected);
    assert.equal(observe({ status: 401 })[0]?.answeredSeconds, 0n);
    assert.equal(observe({ status: 302 })[0]?.answeredSeconds, 1n);
    assert.deepEqual(observeOne({ status: 401, durationMs: 31_000 }).slow, [[0, -1, 1]]);
  });

  it("are those of the minute and second of the receipt", () => {
    const rows = observe(
      { receivedAt: 59_000 },
      { receivedAt: 61_500, durationMs: 4_600 },
      { receivedAt: 60_000 * 3 + 30_000 },
    );
    assert.deepEqual(
      rows.map(({ minute, answeredSeconds, slow }) => [minute, answeredSeconds, slow]),
      [
        [0, 1n << 59n, []],
        [1, 0n, [[1, 5, 1]]],
        [3, 1n << 30n, []],
      ],
    );
  });

  it("measure from the end of the body, which the caller may send slowly", () => {
    const [row] = observe({ receivedAt: 1_000, durationMs: 9_020, bodyReadMs: 9_000 });
    assert.equal(row?.accountInformationUs, 20_000);
    assert.equal(row?.answeredSeconds, 1n << 10n);
  });

  it("count an error of the bank as unanswered, also under overload and while suspended", () => {
    const expected = { requests: 1, errors: 1, slow: [[0, -1, 1]] };
    assert.deepEqual(observeOne({ status: 500 }), expected);
    const early = { status: 503, bodyReadMs: undefined, handledMs: undefined };
    assert.deepEqual(observeOne({ ...early, notAdmitted: "overload" }), expected);
    assert.deepEqual(observeOne({ ...early, notAdmitted: "suspended" }), expected);
    const dropped = { status: undefined, isComplete: false, handledMs: 1 };
    assert.deepEqual(observeOne(dropped), expected);
  });

  it("count a caller that gives up as unanswered only after six seconds", () => {
    const gone = { status: undefined, isComplete: false, handledMs: undefined };
    assert.deepEqual(observeOne({ ...gone, durationMs: 5_999 }), {
      requests: 1,
      errors: 0,
      slow: [],
    });
    assert.deepEqual(observeOne({ ...gone, durationMs: 6_000 }), {
      requests: 1,
      errors: 0,
      slow: [[0, -1, 1]],
    });
  });

  it("leave out pages, the bank's test data and requests that never arrived", () => {
    assert.deepEqual(observe({ operation: undefined, name: "GET /health/ready" }), []);
    assert.deepEqual(observe({ operation: findOperation("initializeSandbox") }), []);
    assert.deepEqual(observe({ bodyReadMs: undefined, status: undefined }), []);
  });

  it("are drained once", () => {
    const recorder = new KpiRecorder("one");
    recorder.observe(aFinishedRequest());
    assert.equal(recorder.drain().length, 1);
    assert.deepEqual(recorder.drain(), []);
    recorder.observe(aFinishedRequest());
    assert.deepEqual(
      recorder.drain().map(({ part, requests }) => [part, requests]),
      [[3, 1]],
    );
  });
});

it("every operation that needs a role belongs to a service", () => {
  const without = operationList.filter((operation) => kpiService(operation) === undefined);
  assert.ok(without.every(({ roles }) => roles.length === 0));
  assert.equal(kpiService(findOperation("listAccounts")), "accountInformation");
  assert.equal(kpiService(findOperation("readPaymentStatus")), "paymentInitiation");
});
