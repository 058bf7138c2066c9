import assert from "node:assert/strict";
import { test } from "node:test";
import { BankMetrics } from "../src/bank-metrics.ts";

test("counts responses by operation and status, and includes process metrics", async () => {
  const metrics = new BankMetrics();
  metrics.observeRequest({ name: "createPayment", status: 201 });
  metrics.observeRequest({ name: "createPayment", status: 201 });
  metrics.observeRequest({ name: "createPayment", status: 400 });
  const { contentType, text } = await metrics.present({});
  assert.match(contentType, /^text\/plain/);
  assert.match(text, /varde_responses_total\{operation="createPayment",status="201"\} 2/);
  assert.match(text, /varde_responses_total\{operation="createPayment",status="400"\} 1/);
  assert.match(text, /process_resident_memory_bytes \d/);
  metrics.observeRequest({ name: "createPayment", status: 201 });
  assert.match((await metrics.present({})).text, /status="201"\} 3/);
});

test("shows how many instructions wait for the core bank, if that is known", async () => {
  const metrics = new BankMetrics();
  const waitingLine = async (waiting?: number) => {
    const { text } = await metrics.present({ waiting });
    return text.match(/^varde_instructions_waiting .*$/m)?.[0];
  };
  assert.equal(await waitingLine(3), "varde_instructions_waiting 3");
  assert.equal(await waitingLine(), undefined);
  assert.equal(await waitingLine(0), "varde_instructions_waiting 0");
});

test("F14: shows the calls in flight and the breaker of each port", async () => {
  const { text } = await new BankMetrics().present({
    ports: { coreBank: { breaker: "open", callsInFlight: 3, callsWaiting: 0 } },
  });
  assert.match(text, /^varde_port_calls_in_flight\{port="coreBank"\} 3$/m);
  assert.match(text, /^varde_port_breaker_open\{port="coreBank"\} 1$/m);
});
