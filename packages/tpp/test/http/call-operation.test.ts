import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, test } from "node:test";
import {
  createTppClient,
  type Exchange,
  NetworkError,
  RefusedError,
  type RetryPolicy,
} from "../../src/index.ts";
import { isFresh, type ReceivedRequest, type Reply } from "../a-bank.ts";
import { aPayment, aScene, tpp } from "../a-client.ts";

const payment = { product: "NDCT", paymentId: "p-1" } as const;
const created: Reply = { status: 201, body: { paymentId: "p-1", transactionStatus: "RCVD" } };
const busy = (retryAfter?: string): Reply => ({
  status: 503,
  body: { tppMessages: [{ category: "ERROR", code: "SYSTEM_ERROR" }] },
  ...(retryAfter !== undefined && { headers: { "Retry-After": retryAfter } }),
});

/** Returns a bank that stores its responses by X-Request-ID and loses the first ones. */
const anIdempotentBank = (lostResponses: number) => {
  const stored = new Map<string, Reply>();
  const response = ({ headers, count }: ReceivedRequest) => {
    const id = headers.get("x-request-id") ?? "";
    const reply = stored.get(id) ?? {
      status: 201,
      body: { paymentId: `p-${stored.size + 1}`, transactionStatus: "RCVD" },
    };
    stored.set(id, reply);
    return count <= lostResponses ? ("lost" as const) : reply;
  };
  return { stored, response };
};

const countIds = (received: readonly ReceivedRequest[]) =>
  new Set(received.map(({ headers }) => headers.get("x-request-id"))).size;

describe("a lost response", () => {
  test("retries a payment with the same id, and it is created once", async (context) => {
    const { stored, response } = anIdempotentBank(2);
    const { client, bank, psu, waits } = await aScene(context, response);
    const made = await client.payments.create("NDCT", aPayment(), psu);
    assert.equal(made.paymentId, "p-1");
    assert.equal(made.product, "NDCT");
    assert.equal(stored.size, 1);
    assert.equal(bank.requests.length, 3);
    assert.equal(waits.length, 2);
  });

  test("retries with a signature that covers the target, if it is asked to", async (context) => {
    const { response } = anIdempotentBank(2);
    const { client, bank, psu } = await aScene(context, response, {
      client: { signRequestTarget: true },
    });
    await client.payments.create("NDCT", aPayment(), psu, { allowLogicalDuplicate: true });
    assert.equal(bank.requests.length, 3);
    for (const { headers, target } of bank.requests) {
      // The bank has verified the signature for this target.
      assert.match(headers.get("signature") ?? "", /headers="\(request-target\) date digest /);
      assert.match(target, /\?allowLogicalDuplicate=true$/);
    }
  });

  test("retries with the same body, target and other headers", async (context) => {
    const { response } = anIdempotentBank(2);
    let nowMs = Date.UTC(2026, 10, 15, 12);
    const { client, bank, psu } = await aScene(context, response, {
      client: {
        clock: {
          nowMs: () => nowMs,
          sleep: async () => {
            nowMs += 61_000;
          },
        },
      },
    });
    await client.payments.create("NDCT", aPayment(), psu);
    const fixed = bank.requests.map(({ target, body, headers }) => {
      const rest = [...headers].filter(([name]) => name !== "date" && name !== "signature");
      return JSON.stringify([target, body.toString(), rest]);
    });
    assert.equal(new Set(fixed).size, 1);
    const dates = bank.requests.map(({ headers }) => headers.get("date"));
    assert.equal(new Set(dates).size, 3);
    assert.ok(isFresh(bank.requests[2] as ReceivedRequest, nowMs));
    assert.equal(isFresh(bank.requests[0] as ReceivedRequest, nowMs), false);
  });

  test("retries a read too, and two calls never share an id", async (context) => {
    const { client, bank } = await aScene(context, ({ count }) =>
      count === 1 ? "lost" : { body: { transactionStatus: "ACTC" } },
    );
    await client.payments.status(payment);
    await client.payments.status(payment);
    assert.equal(bank.requests.length, 3);
    assert.equal(countIds(bank.requests), 2);
  });

  test("sends the id that the caller chose", async (context) => {
    const { client, bank, psu } = await aScene(context, () => created);
    await client.payments.create("NDCT", aPayment(), psu, { requestId: "order-17" });
    assert.equal(bank.requests[0]?.headers.get("x-request-id"), "order-17");
  });

  test("gives up on a bank that never responds after the last attempt", async (context) => {
    const { client, bank, psu, waits } = await aScene(context, () => "lost", {
      client: { retries: { attemptsMax: 3, delayMs: 100 }, ids: () => "id-1" },
    });
    await assert.rejects(client.payments.create("NDCT", aPayment(), psu), (error) => {
      assert.ok(error instanceof NetworkError);
      const { fault, attempts, mayHaveArrived, requestId } = error;
      assert.deepEqual(
        { fault, attempts, mayHaveArrived, requestId },
        { fault: "connection-lost", attempts: 3, mayHaveArrived: true, requestId: "id-1" },
      );
      return true;
    });
    assert.equal(bank.requests.length, 3);
    const [first = 0, second = 0] = waits;
    assert.ok(first >= 50 && first <= 100 && second >= 100 && second <= 200, String(waits));
  });

  test("does not load test data twice, because its responses are not stored", async (context) => {
    const { client, bank } = await aScene(context, () => "lost");
    await assert.rejects(
      client.call("createSandboxTransactions", {
        parameters: { accountId: "a-1" },
        body: [],
      }),
      { name: "NetworkError", attempts: 1 },
    );
    assert.equal(bank.requests.length, 1);
  });

  test("sends writes once and retries reads without stored responses", async (context) => {
    const { client, bank, psu } = await aScene(
      context,
      ({ method, count }) => (method === "POST" || count === 2 ? "lost" : { body: {} }),
      { client: { retries: { repeatWrites: false } } },
    );
    await assert.rejects(client.payments.create("NDCT", aPayment(), psu), { attempts: 1 });
    await client.payments.status(payment);
    assert.deepEqual(
      bank.requests.map(({ method }) => method),
      ["POST", "GET", "GET"],
    );
  });

  test("aborts an attempt that takes too long and retries", async (context) => {
    const { timers } = context.mock;
    const { client, bank } = await aScene(context, ({ count }) => {
      if (count > 1) return { body: { transactionStatus: "ACSC" } };
      timers.tick(500);
      return "silent";
    });
    // The bank decides when the time passes, however slow the machine is.
    timers.enable({ apis: ["setTimeout"] });
    const status = await client.payments.status(payment, undefined, { timeoutMs: 500 });
    assert.equal(status.transactionStatus, "ACSC");
    assert.equal(bank.requests.length, 2);
  });
});

describe("a busy bank (503)", () => {
  test("is retried after Retry-After with the same id", async (context) => {
    const { client, bank, psu, waits } = await aScene(context, ({ count }) =>
      count === 1 ? busy("2") : created,
    );
    await client.payments.create("NDCT", aPayment(), psu);
    assert.deepEqual(waits, [2000]);
    assert.equal(countIds(bank.requests), 1);
  });

  for (const status of [502, 504]) {
    test(`is retried after ${status} of a proxy where a repeat is safe`, async (context) => {
      const unreached = { status, body: {} };
      const safe = await aScene(context, ({ count }) => (count === 1 ? unreached : created));
      await safe.client.payments.create("NDCT", aPayment(), safe.psu);
      assert.equal(safe.bank.requests.length, 2);
      assert.equal(countIds(safe.bank.requests), 1);
      const client = { retries: { repeatWrites: false } };
      const unsafe = await aScene(context, () => unreached, { client });
      await assert.rejects(unsafe.client.payments.create("NDCT", aPayment(), unsafe.psu));
      assert.equal(unsafe.bank.requests.length, 1);
    });
  }

  test("is thrown without Retry-After or if it is too long", async (context) => {
    for (const reply of [busy(), busy("3600")]) {
      const { client, bank } = await aScene(context, () => reply);
      await assert.rejects(client.payments.status(payment), (error) => {
        assert.ok(error instanceof RefusedError);
        assert.equal(error.code, "SYSTEM_ERROR");
        assert.equal(error.retryAfterSeconds, reply.headers === undefined ? undefined : 3600);
        return true;
      });
      assert.equal(bank.requests.length, 1);
    }
  });

  test("is not called again after another refusal", async (context) => {
    const { client, bank } = await aScene(context, () => ({
      status: 429,
      body: { tppMessages: [{ category: "ERROR", code: "ACCESS_EXCEEDED" }] },
      headers: { "Retry-After": "1" },
    }));
    await assert.rejects(client.payments.status(payment), { code: "ACCESS_EXCEEDED", status: 429 });
    assert.equal(bank.requests.length, 1);
  });
});

describe("a bank that cannot be reached", () => {
  test("reports a closed port as unreachable, and that nothing arrived", async () => {
    // A port that was just free may be in use now; this one never is.
    const client = createTppClient({
      bank: { baseUrl: "http://127.0.0.1:1" },
      identity: { certificate: tpp.certificatePem, key: tpp.privateKey },
      clock: { nowMs: Date.now, sleep: async () => {} },
    });
    await assert.rejects(client.payments.status(payment), {
      name: "NetworkError",
      fault: "unreachable",
      mayHaveArrived: false,
      attempts: 4,
    });
  });

  test("rejects an aborted call with the caller's reason", async (context) => {
    const controller = new AbortController();
    const reason = new Error("the PSU has left");
    const { client, bank } = await aScene(context, () => {
      controller.abort(reason);
      return "silent";
    });
    const { signal } = controller;
    await assert.rejects(client.payments.status(payment, undefined, { signal }), reason);
    await assert.rejects(client.payments.status(payment, undefined, { signal }), reason);
    assert.equal(bank.requests.length, 1);
  });
});

test("calls onExchange for every attempt, with the warning of the sandbox", async (context) => {
  const report: Exchange[] = [];
  const { client } = await aScene(
    context,
    ({ count }) => (count === 1 ? "lost" : { body: {}, headers: { "Varde-Warning": "fix it" } }),
    { client: { onExchange: (exchange) => report.push(exchange) } },
  );
  await client.payments.status(payment);
  assert.deepEqual(
    report.map(({ attempt, status, warning, error }) => [attempt, status, warning, error?.name]),
    [
      [1, undefined, undefined, "Error"],
      [2, 200, "fix it", undefined],
    ],
  );
});

test("returns the response even if the listener throws", async (context) => {
  const { client, psu } = await aScene(context, () => ({ status: 201, body: { paymentId: "p" } }), {
    client: {
      onExchange: () => {
        throw new Error("the log is full");
      },
    },
  });
  const warned = once(process, "warning");
  assert.equal((await client.payments.create("NDCT", aPayment(), psu)).paymentId, "p");
  assert.match(String((await warned)[0]), /the log is full/);
});

test("requests responses without compression", async (context) => {
  const { client, bank, psu } = await aScene(context, () => ({ body: { accounts: [] } }));
  await client.accounts.list(psu);
  assert.equal(bank.requests[0]?.headers.get("accept-encoding"), "identity");
});

test("treats an undefined number of attempts as absent", async (context) => {
  const retries = { attemptsMax: undefined } as unknown as Partial<RetryPolicy>;
  const { client, bank, psu } = await aScene(context, () => "lost", { client: { retries } });
  await assert.rejects(client.accounts.list(psu), { name: "NetworkError" });
  assert.equal(bank.requests.length, 4);
});
