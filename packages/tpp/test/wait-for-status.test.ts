import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { StatusNotReachedError, type WaitOptions } from "../src/index.ts";
import { waitForStatus } from "../src/wait-for-status.ts";
import { aScene } from "./a-client.ts";

const payment = { product: "SCT", paymentId: "p-1" } as const;

test("the status is asked for until it is one that was wanted", async (context) => {
  const statuses = ["RCVD", "ACTC", "PDNG", "ACSC"];
  const { client, bank, waits } = await aScene(context, ({ count }) => ({
    body: { paymentId: "p-1", transactionStatus: statuses[count - 1] },
  }));
  const answer = await client.payments.waitForStatus(payment, ["ACSC", "ACCP"], {
    intervalMs: 500,
  });
  assert.equal(answer.transactionStatus, "ACSC");
  assert.equal(bank.seen.length, 4);
  assert.deepEqual(waits, [500, 500, 500]);
});

test("a final status that was not wanted ends the waiting at once", async (context) => {
  const { client, bank } = await aScene(context, () => ({ body: { transactionStatus: "RJCT" } }));
  await assert.rejects(client.payments.waitForStatus(payment, ["ACSC"]), (error) => {
    assert.ok(error instanceof StatusNotReachedError);
    assert.equal(error.reason, "final");
    assert.equal(error.lastStatus, "RJCT");
    return true;
  });
  assert.equal(bank.seen.length, 1);
});

test("the waiting ends when its time is up, with the status seen last", async (context) => {
  const { client, waits } = await aScene(context, () => ({ body: { transactionStatus: "ACTC" } }));
  await assert.rejects(
    client.payments.waitForStatus(payment, ["ACSC"], { timeoutMs: 600_000, intervalMs: 250_000 }),
    { name: "StatusNotReachedError", reason: "timeout", lastStatus: "ACTC" },
  );
  assert.equal(waits.length, 3);
});

test("a basket is waited for too", async (context) => {
  const { client } = await aScene(context, ({ count }) => ({
    body: { transactionStatus: count === 1 ? "RCVD" : "ACTC" },
  }));
  const answer = await client.baskets.waitForStatus("b-1", ["ACTC"]);
  assert.equal(answer.transactionStatus, "ACTC");
});

test("a payment the bank does not show before it is approved is waited for", async (context) => {
  const { client, bank } = await aScene(context, ({ count }) =>
    count < 3 ? { status: 404, body: {} } : { body: { transactionStatus: "ACSC" } },
  );
  await client.payments.waitForStatus(payment, ["ACSC"]);
  assert.equal(bank.seen.length, 3);
});

test("a payment that is never shown is refused as the bank refused it", async (context) => {
  const { client } = await aScene(context, () => ({ status: 404, body: {} }));
  // The second that the last question may take is not over on a busy machine either.
  context.mock.timers.enable({ apis: ["setTimeout"] });
  await assert.rejects(
    client.payments.waitForStatus(payment, ["ACSC"], { timeoutMs: 2_000, intervalMs: 1_000 }),
    { name: "RefusedError", status: 404 },
  );
});

test("an option given as undefined is one left out", async (context) => {
  const { client, waits } = await aScene(context, () => ({ body: { transactionStatus: "ACTC" } }));
  const nothing = { timeoutMs: undefined, intervalMs: undefined } as unknown as WaitOptions;
  await assert.rejects(client.payments.waitForStatus(payment, ["ACSC"], nothing), {
    reason: "timeout",
  });
  assert.ok(waits.every((ms) => ms > 0));
});

/** Waits for a bank that tells these statuses and is silent then; only ticks let time pass. */
const waitForSilence = (context: TestContext, told: readonly string[], options: WaitOptions) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const left = [...told];
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

test("a question that is never answered ends when the time is up", async (context) => {
  const waiting = waitForSilence(context, [], { timeoutMs: 60_000 });
  context.mock.timers.tick(60_000);
  await assert.rejects(waiting, {
    name: "StatusNotReachedError",
    reason: "timeout",
    lastStatus: undefined,
  });
});

test("the last question, asked when the time is up, may take a second", async (context) => {
  const waiting = waitForSilence(context, ["ACTC"], { timeoutMs: 500 });
  await new Promise(setImmediate);
  context.mock.timers.tick(1_000);
  await assert.rejects(waiting, { reason: "timeout", lastStatus: "ACTC" });
});

test("who calls the waiting off is given their own reason", async (context) => {
  const controller = new AbortController();
  const waiting = waitForSilence(context, [], { signal: controller.signal });
  const reason = new Error("the page was closed");
  controller.abort(reason);
  await assert.rejects(waiting, reason);
});

test("a time longer than a timer can be set for is not over at once", async (context) => {
  const controller = new AbortController();
  const waiting = waitForSilence(context, [], { timeoutMs: 2 ** 32, signal: controller.signal });
  context.mock.timers.tick(2 ** 30);
  controller.abort(new Error("enough"));
  await assert.rejects(waiting, { message: "enough" });
});
