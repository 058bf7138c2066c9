import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { waitDefaults } from "../../src/constants.ts";
import { isWaitingForSigners, StatusNotReachedError, type WaitOptions } from "../../src/index.ts";
import { waitForStatus } from "../../src/resources/wait-for-status.ts";
import { aScene } from "../a-client.ts";

const payment = { product: "SCT", paymentId: "p-1" } as const;

test("polls until the status is one of the expected ones", async (context) => {
  const statuses = ["RCVD", "ACTC", "PDNG", "ACSC"];
  const { client, bank, waits } = await aScene(context, ({ count }) => ({
    body: { paymentId: "p-1", transactionStatus: statuses[count - 1] },
  }));
  const response = await client.payments.waitForStatus(payment, ["ACSC", "ACCP"], {
    intervalMs: 500,
  });
  assert.equal(response.transactionStatus, "ACSC");
  assert.equal(bank.requests.length, 4);
  assert.deepEqual(waits, [500, 500, 500]);
});

test("stops when further people of a company must approve, only if asked to", async (context) => {
  const psuMessage = "One more person must approve this payment.";
  const { client, bank } = await aScene(context, ({ count }) => ({
    body:
      count === 1
        ? { transactionStatus: "RCVD" }
        : { transactionStatus: count < 4 ? "RCVD" : "ACTC", ...(count < 4 && { psuMessage }) },
  }));
  const options = { intervalMs: 1, untilSignersAreMissing: true };
  const status = await client.payments.waitForStatus(payment, ["ACTC"], options);
  assert.equal(bank.requests.length, 2);
  assert.equal(isWaitingForSigners(status), true);
  const done = await client.payments.waitForStatus(payment, ["ACTC"], { intervalMs: 1 });
  assert.equal(bank.requests.length, 4);
  assert.equal(isWaitingForSigners(done), false);
  assert.equal(isWaitingForSigners({ ...done, transactionStatus: "RCVD" }), false);
});

test("stops waiting at a final status that was not expected", async (context) => {
  const { client, bank } = await aScene(context, () => ({ body: { transactionStatus: "RJCT" } }));
  await assert.rejects(client.payments.waitForStatus(payment, ["ACSC"]), (error) => {
    assert.ok(error instanceof StatusNotReachedError);
    assert.equal(error.reason, "final");
    assert.equal(error.lastStatus, "RJCT");
    return true;
  });
  assert.equal(bank.requests.length, 1);
});

test("times out with the last status", async (context) => {
  const { client, waits } = await aScene(context, () => ({ body: { transactionStatus: "ACTC" } }));
  await assert.rejects(
    client.payments.waitForStatus(payment, ["ACSC"], { timeoutMs: 600_000, intervalMs: 250_000 }),
    { name: "StatusNotReachedError", reason: "timeout", lastStatus: "ACTC" },
  );
  assert.equal(waits.length, 3);
});

test("waits for a basket too", async (context) => {
  const { client } = await aScene(context, ({ count }) => ({
    body: { transactionStatus: count === 1 ? "RCVD" : "ACTC" },
  }));
  const response = await client.baskets.waitForStatus("b-1", ["ACTC"]);
  assert.equal(response.transactionStatus, "ACTC");
});

test("waits for a payment that the bank hides until it is authorised", async (context) => {
  const { client, bank } = await aScene(context, ({ count }) =>
    count < 3 ? { status: 404, body: {} } : { body: { transactionStatus: "ACSC" } },
  );
  await client.payments.waitForStatus(payment, ["ACSC"]);
  assert.equal(bank.requests.length, 3);
});

test("throws the bank's refusal if a payment is never shown", async (context) => {
  const { client } = await aScene(context, () => ({ status: 404, body: {} }));
  // The last read may take a second, which is enough on a busy machine too.
  context.mock.timers.enable({ apis: ["setTimeout"] });
  await assert.rejects(
    client.payments.waitForStatus(payment, ["ACSC"], { timeoutMs: 2_000, intervalMs: 1_000 }),
    { name: "RefusedError", status: 404 },
  );
});

test("treats an undefined option as absent", async (context) => {
  const { client, waits } = await aScene(context, () => ({ body: { transactionStatus: "ACTC" } }));
  const nothing = { timeoutMs: undefined, intervalMs: undefined } as unknown as WaitOptions;
  await assert.rejects(client.payments.waitForStatus(payment, ["ACSC"], nothing), {
    reason: "timeout",
  });
  assert.equal(waits[0], waitDefaults.intervalMs);
});

/** Waits for a bank that returns these statuses and then never responds; time passes by ticks. */
const waitForSilence = (context: TestContext, report: readonly string[], options: WaitOptions) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const left = [...report];
  const read = ({ signal }: { readonly signal?: AbortSignal }) => {
    const transactionStatus = left.shift();
    if (transactionStatus !== undefined) return Promise.resolve({ transactionStatus });
    return new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  };
  const clock = {
    nowMs: () => Date.now(),
    sleep: async (ms: number) => context.mock.timers.tick(ms),
  };
  return waitForStatus(read, { statuses: ["ACSC"] as string[], finalStatuses: [] }, clock, options);
};

test("aborts a read without a response when the time is up", async (context) => {
  const waiting = waitForSilence(context, [], { timeoutMs: 60_000 });
  context.mock.timers.tick(60_000);
  await assert.rejects(waiting, {
    name: "StatusNotReachedError",
    reason: "timeout",
    lastStatus: undefined,
  });
});

test("gives the last read one second after the time is up", async (context) => {
  const waiting = waitForSilence(context, ["ACTC"], { timeoutMs: 500 });
  await new Promise(setImmediate);
  context.mock.timers.tick(1_000);
  await assert.rejects(waiting, { reason: "timeout", lastStatus: "ACTC" });
});

test("rejects with the caller's reason if the wait is aborted", async (context) => {
  const controller = new AbortController();
  const waiting = waitForSilence(context, [], { signal: controller.signal });
  const reason = new Error("the page was closed");
  controller.abort(reason);
  await assert.rejects(waiting, reason);
});

test("does not time out early if the limit is longer than timers support", async (context) => {
  const controller = new AbortController();
  const waiting = waitForSilence(context, [], { timeoutMs: 2 ** 32, signal: controller.signal });
  context.mock.timers.tick(2 ** 30);
  controller.abort(new Error("enough"));
  await assert.rejects(waiting, { message: "enough" });
});
