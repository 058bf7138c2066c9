import assert from "node:assert/strict";
import { test } from "node:test";
import { BankMetrics } from "../src/bank-metrics.ts";

test("answers are counted by operation and status, and the process shows itself", async () => {
  const metrics = new BankMetrics();
  metrics.countResponse("createPayment", 201);
  metrics.countResponse("createPayment", 201);
  metrics.countResponse("createPayment", 400);
  const { contentType, text } = await metrics.present();
  assert.match(contentType, /^text\/plain/);
  assert.match(text, /varde_responses_total\{operation="createPayment",status="201"\} 2/);
  assert.match(text, /varde_responses_total\{operation="createPayment",status="400"\} 1/);
  assert.match(text, /process_resident_memory_bytes \d/);
  metrics.countResponse("createPayment", 201);
  assert.match((await metrics.present()).text, /status="201"\} 3/);
});

test("what waits for the core bank is told, unless nobody knows", async () => {
  const metrics = new BankMetrics();
  const tell = async (waiting?: number) => {
    const { text } = await metrics.present(waiting);
    return text.match(/^varde_instructions_waiting .*$/m)?.[0];
  };
  assert.equal(await tell(3), "varde_instructions_waiting 3");
  assert.equal(await tell(), undefined);
  assert.equal(await tell(0), "varde_instructions_waiting 0");
});
