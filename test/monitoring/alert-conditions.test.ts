import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, afterEach, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { aBankWithRegister } from "@varde/testkit/bank";
import { formatRequest, type RawTpp } from "@varde/testkit/tpp";
import { fetchMetrics, type ParsedMetrics, sumSeries } from "./fetch-metrics.ts";

const portFailuresMax = 3;
const method = "tppRegister.admit";

/** Brings a bank into the states that the runbooks describe, and looks at the metrics they name. */
describe("the metrics that the runbooks name", () => {
  let bank: Awaited<ReturnType<typeof aBankWithRegister>>;
  let tpp: RawTpp;
  before(async () => {
    bank = await aBankWithRegister({ portFailuresMax, portPauseMs: 1 });
    tpp = bank.tpp;
  });
  afterEach(() => bank.restore());
  after(() => bank[Symbol.asyncDispose]());

  const read = (): Promise<ParsedMetrics> => fetchMetrics(bank.address);

  test("port-failing: the breaker opens after failures and closes after a success", async () => {
    bank.register.admit = async () => {
      throw new Error("ECONNREFUSED");
    };
    const isOpen = async () =>
      sumSeries(await read(), "varde_port_breaker_open", {
        port: "tppRegister",
      });
    assert.equal(await isOpen(), 0);
    while ((await isOpen()) === 0) {
      assert.equal((await tpp.send({ path: "/v1/accounts" })).status, 503);
    }
    const failures = sumSeries(await read(), "varde_port_failures_total", { method });
    assert.ok(failures >= portFailuresMax, `${failures} failures`);
    const errors = { operation: "listAccounts", status: "503" };
    assert.ok(sumSeries(await read(), "varde_responses_total", errors) >= portFailuresMax);
    bank.restore();
    while ((await isOpen()) === 1) await tpp.send({ path: "/v1/accounts" });
  });

  test("slow-responses: the time of a slow system is in its port and in the stage", async () => {
    const waitMs = 300;
    bank.register.admit = async () => {
      await sleep(waitMs);
      return { isAdmitted: true };
    };
    const sums = async () => {
      const metrics = await read();
      return {
        port: sumSeries(metrics, "varde_port_duration_seconds_sum", { method }),
        checks: sumSeries(metrics, "varde_stage_duration_seconds_sum", { stage: "checks" }),
        request: sumSeries(metrics, "varde_request_duration_seconds_sum", {
          operation: "listAccounts",
        }),
      };
    };
    const earlier = await sums();
    await tpp.send({ path: "/v1/accounts" });
    const later = await sums();
    for (const name of ["port", "checks", "request"] as const) {
      // A timer may fire a little early.
      assert.ok(later[name] - earlier[name] > (waitMs - 10) / 1_000, name);
    }
  });

  test("cut-off-responses: a caller who leaves is counted", async () => {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    bank.register.admit = async () => {
      asked.resolve();
      await held.promise;
      return { isAdmitted: true };
    };
    const signed = await tpp.sign({ path: "/v1/accounts" });
    const socket = connect(Number(new URL(bank.address).port), "127.0.0.1");
    socket.write(formatRequest(signed.method, signed.path, signed.headers));
    await asked.promise;
    socket.destroy();
    await once(socket, "close");
    const count = async () =>
      sumSeries(await read(), "varde_responses_incomplete_total", { operation: "listAccounts" });
    while ((await count()) === 0) await sleep(10);
    held.resolve();
    assert.equal(await count(), 1);
  });

  test("cpu-saturated, event-loop-held: a held loop shows as delay and active time", async () => {
    const active = "nodejs_eventloop_active_seconds_total";
    const earlier = sumSeries(await read(), active);
    let metrics: ParsedMetrics;
    do {
      // Every read begins a new interval, whose first sample has no delay.
      await sleep(20);
      const end = performance.now() + 350;
      while (performance.now() < end);
      await sleep(20);
      metrics = await read();
    } while (sumSeries(metrics, "nodejs_eventloop_lag_max_seconds") < 0.25);
    assert.ok(sumSeries(metrics, active) - earlier > 0.25);
  });

  test("memory: the used heap is what the process holds, below its limit", async () => {
    const held = Array.from({ length: 1_000_000 }, (_, at) => ({ at }));
    const metrics = await read();
    const used = sumSeries(metrics, "nodejs_heap_size_used_bytes");
    const share = used / process.memoryUsage().heapUsed;
    assert.ok(share > 0.5 && share < 2, `${share} with ${held.length} objects`);
    assert.ok(used < sumSeries(metrics, "nodejs_heap_size_limit_bytes"));
  });
});
