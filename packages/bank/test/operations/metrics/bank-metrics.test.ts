import assert from "node:assert/strict";
import { test } from "node:test";
import { BankMetrics } from "../../../src/operations/metrics/bank-metrics.ts";
import { formatPrometheus } from "../../../src/operations/metrics/format-prometheus.ts";
import type { FinishedRequest } from "../../../src/request/finished-request.ts";

const finished: FinishedRequest = {
  name: "createPayment",
  operation: undefined,
  status: 201,
  isComplete: true,
  receivedAt: 0,
  durationMs: 20,
  bodyReadMs: 1,
  checkedMs: 4,
  handledMs: 15,
  notAdmitted: undefined,
  context: undefined,
  refusal: undefined,
  trace: undefined,
};

const read = async (metrics: BankMetrics) => formatPrometheus(await metrics.read());

test("counts responses by operation and status", async () => {
  const metrics = new BankMetrics();
  metrics.observeRequest(finished);
  metrics.observeRequest(finished);
  metrics.observeRequest({ ...finished, status: 400 });
  const text = await read(metrics);
  assert.match(text, /^varde_responses_total\{operation="createPayment",status="201"\} 2$/m);
  assert.match(text, /^varde_responses_total\{operation="createPayment",status="400"\} 1$/m);
  metrics.observeRequest(finished);
  assert.match(await read(metrics), /status="201"\} 3/);
});

test("times the whole request and each of its stages", async () => {
  const metrics = new BankMetrics();
  metrics.observeRequest(finished);
  const text = await read(metrics);
  const sum = (series: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(series))
        ?.split(" ")[1],
    );
  assert.equal(sum('varde_request_duration_seconds_sum{operation="createPayment"}'), 0.02);
  const stages = ["body", "checks", "useCase", "response"].map((stage) =>
    sum(`varde_stage_duration_seconds_sum{stage="${stage}"}`),
  );
  assert.deepEqual(stages, [0.001, 0.003, 0.011, 0.005]);
});

test("counts a response that was cut off apart from the complete ones", async () => {
  const metrics = new BankMetrics();
  metrics.observeRequest({ ...finished, isComplete: false, status: undefined });
  const text = await read(metrics);
  assert.match(text, /^varde_responses_incomplete_total\{operation="createPayment"\} 1$/m);
  assert.doesNotMatch(text, /^varde_responses_total\{/m);
  assert.match(text, /^varde_request_duration_seconds_count\{operation="createPayment"\} 0$/m);
});

test("counts what was refused under overload, and shows zero before", async () => {
  const metrics = new BankMetrics();
  assert.match(await read(metrics), /^varde_requests_not_admitted_total\{reason="overload"\} 0$/m);
  metrics.observeRequest({ ...finished, status: 503, notAdmitted: "overload" });
  assert.match(await read(metrics), /^varde_requests_not_admitted_total\{reason="overload"\} 1$/m);
});

test("measures the process: CPU, memory, event loop, garbage collection, start", async () => {
  const text = await read(new BankMetrics());
  for (const name of [
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
    "nodejs_eventloop_active_seconds_total",
    "nodejs_heap_size_used_bytes",
  ]) {
    assert.match(text, new RegExp(`^${name} [0-9.]+(?:e[+-]\\d+)?$`, "m"), name);
  }
  assert.match(text, /^nodejs_active_resources\{type="\w+"\} [0-9]+$/m);
  assert.match(text, /^# TYPE nodejs_gc_duration_seconds histogram$/m);
  assert.ok(text.includes(`nodejs_version_info{version="${process.version}",`));
});

test("names metrics as the linter of Prometheus asks", async () => {
  const text = await read(new BankMetrics());
  const types = text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \1 (\w+)$/gm);
  let count = 0;
  for (const [, name = "", help = "", type] of types) {
    count += 1;
    assert.ok(help.length > 0, `${name} is explained`);
    assert.equal(name.endsWith("_total"), type === "counter", `${name} is a ${type}`);
    assert.match(name, /^[a-z][a-z0-9_]*$/);
    assert.doesNotMatch(name, /_(?:count|sum|bucket)$/, "only histograms have these");
    assert.doesNotMatch(name, /_(?:counter|gauge|histogram|summary)(?:_|$)/);
    assert.doesNotMatch(name, /_(?:ms|milliseconds|minutes|kilobytes|megabytes|percent)(?:_|$)/);
  }
  assert.equal(count, text.match(/^# TYPE /gm)?.length);
});

test("asks other systems at most as often as the reader says", async () => {
  const metrics = new BankMetrics();
  const asked = { query: 0, source: 0 };
  metrics.onQuery(() => {
    asked.query += 1;
  });
  metrics.onRead(() => {
    asked.source += 1;
  });
  await Promise.all([metrics.readOwn(60_000), metrics.readOwn(60_000)]);
  await metrics.readOwn(60_000);
  assert.deepEqual(asked, { query: 1, source: 3 });
  await metrics.read();
  assert.deepEqual(asked, { query: 2, source: 4 });
});
