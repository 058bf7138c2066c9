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
import { isFresh, type Reply, type SeenRequest } from "../a-bank.ts";
import { aPayment, aScene, tpp } from "../a-client.ts";

const payment = { product: "NDCT", paymentId: "p-1" } as const;
const created: Reply = { status: 201, body: { paymentId: "p-1", transactionStatus: "RCVD" } };
const busy = (retryAfter?: string): Reply => ({
  status: 503,
  body: { tppMessages: [{ category: "ERROR", code: "SYSTEM_ERROR" }] },
  ...(retryAfter !== undefined && { headers: { "Retry-After": retryAfter } }),
});

/** A bank that keeps what it answered under an X-Request-ID, and counts the payments it made. */
const aKeepingBank = (lostAnswers: number) => {
  const kept = new Map<string, Reply>();
  const answer = ({ headers, count }: SeenRequest) => {
    const id = headers.get("x-request-id") ?? "";
    const reply = kept.get(id) ?? {
      status: 201,
      body: { paymentId: `p-${kept.size + 1}`, transactionStatus: "RCVD" },
    };
    kept.set(id, reply);
    return count <= lostAnswers ? ("lost" as const) : reply;
  };
  return { kept, answer };
};

const differentIds = (seen: readonly SeenRequest[]) =>
  new Set(seen.map(({ headers }) => headers.get("x-request-id"))).size;

describe("a lost answer", () => {
  test("a payment is sent again under its id and made once", async (context) => {
    const { kept, answer } = aKeepingBank(2);
    const { client, bank, psu, waits } = await aScene(context, answer);
    const made = await client.payments.create("NDCT", aPayment(), psu);
    assert.equal(made.paymentId, "p-1");
    assert.equal(made.product, "NDCT");
    assert.equal(kept.size, 1);
    assert.equal(bank.seen.length, 3);
    assert.equal(waits.length, 2);
  });

  test("body, target and every header but Date and Signature stay the same", async (context) => {
    const { answer } = aKeepingBank(2);
    let nowMs = Date.UTC(2026, 10, 15, 12);
    const { client, bank, psu } = await aScene(context, answer, {
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
    const fixed = bank.seen.map(({ target, body, headers }) => {
      const rest = [...headers].filter(([name]) => name !== "date" && name !== "signature");
      return JSON.stringify([target, body.toString(), rest]);
    });
    assert.equal(new Set(fixed).size, 1);
    const dates = bank.seen.map(({ headers }) => headers.get("date"));
    assert.equal(new Set(dates).size, 3);
    assert.ok(isFresh(bank.seen[2] as SeenRequest, nowMs));
    assert.equal(isFresh(bank.seen[0] as SeenRequest, nowMs), false);
  });

  test("a read is sent again too, and two calls never share an id", async (context) => {
    const { client, bank } = await aScene(context, ({ count }) =>
      count === 1 ? "lost" : { body: { transactionStatus: "ACTC" } },
    );
    await client.payments.status(payment);
    await client.payments.status(payment);
    assert.equal(bank.seen.length, 3);
    assert.equal(differentIds(bank.seen), 2);
  });

  test("an id the caller chose is the one that is sent", async (context) => {
    const { client, bank, psu } = await aScene(context, () => created);
    await client.payments.create("NDCT", aPayment(), psu, { requestId: "order-17" });
    assert.equal(bank.seen[0]?.headers.get("x-request-id"), "order-17");
  });

  test("a bank that never answers is given up after the last attempt", async (context) => {
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
    assert.equal(bank.seen.length, 3);
    const [first = 0, second = 0] = waits;
    assert.ok(first >= 50 && first <= 100 && second >= 100 && second <= 200, String(waits));
  });

  test("test data is not loaded twice, since its answers are not kept", async (context) => {
    const { client, bank } = await aScene(context, () => "lost");
    await assert.rejects(
      client.call("createSandboxTransactions", {
        parameters: { accountId: "a-1" },
        body: [],
      }),
      { name: "NetworkError", attempts: 1 },
    );
    assert.equal(bank.seen.length, 1);
  });

  test("writes are sent once where answers are not kept, reads again", async (context) => {
    const { client, bank, psu } = await aScene(
      context,
      ({ method, count }) => (method === "POST" || count === 2 ? "lost" : { body: {} }),
      { client: { retries: { repeatWrites: false } } },
    );
    await assert.rejects(client.payments.create("NDCT", aPayment(), psu), { attempts: 1 });
    await client.payments.status(payment);
    assert.deepEqual(
      bank.seen.map(({ method }) => method),
      ["POST", "GET", "GET"],
    );
  });

  test("an attempt that takes too long is cut and made again", async (context) => {
    const { timers } = context.mock;
    const { client, bank } = await aScene(context, ({ count }) => {
      if (count > 1) return { body: { transactionStatus: "ACSC" } };
      timers.tick(500);
      return "silent";
    });
    // Its time passes when the bank lets it, however slow the machine is.
    timers.enable({ apis: ["setTimeout"] });
    const status = await client.payments.status(payment, undefined, { timeoutMs: 500 });
    assert.equal(status.transactionStatus, "ACSC");
    assert.equal(bank.seen.length, 2);
  });
});

describe("a bank that is busy", () => {
  test("503 with Retry-After is obeyed, and the id stays", async (context) => {
    const { client, bank, psu, waits } = await aScene(context, ({ count }) =>
      count === 1 ? busy("2") : created,
    );
    await client.payments.create("NDCT", aPayment(), psu);
    assert.deepEqual(waits, [2000]);
    assert.equal(differentIds(bank.seen), 1);
  });

  test("503 without Retry-After, or with too long a wait, is thrown", async (context) => {
    for (const reply of [busy(), busy("3600")]) {
      const { client, bank } = await aScene(context, () => reply);
      await assert.rejects(client.payments.status(payment), (error) => {
        assert.ok(error instanceof RefusedError);
        assert.equal(error.code, "SYSTEM_ERROR");
        assert.equal(error.retryAfterSeconds, reply.headers === undefined ? undefined : 3600);
        return true;
      });
      assert.equal(bank.seen.length, 1);
    }
  });

  test("a refusal is not asked for twice", async (context) => {
    const { client, bank } = await aScene(context, () => ({
      status: 429,
      body: { tppMessages: [{ category: "ERROR", code: "ACCESS_EXCEEDED" }] },
      headers: { "Retry-After": "1" },
    }));
    await assert.rejects(client.payments.status(payment), { code: "ACCESS_EXCEEDED", status: 429 });
    assert.equal(bank.seen.length, 1);
  });
});

describe("no way to the bank", () => {
  test("a port where nobody listens is unreachable, and nothing can have arrived", async () => {
    // A port that was free a moment ago may be somebody's by now; this one is nobody's.
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

  test("an aborted call ends with the caller's reason at once", async (context) => {
    const controller = new AbortController();
    const reason = new Error("the PSU has left");
    const { client, bank } = await aScene(context, () => {
      controller.abort(reason);
      return "silent";
    });
    const { signal } = controller;
    await assert.rejects(client.payments.status(payment, undefined, { signal }), reason);
    await assert.rejects(client.payments.status(payment, undefined, { signal }), reason);
    assert.equal(bank.seen.length, 1);
  });
});

test("every attempt is told to onExchange, with the sandbox's warning", async (context) => {
  const told: Exchange[] = [];
  const { client } = await aScene(
    context,
    ({ count }) => (count === 1 ? "lost" : { body: {}, headers: { "Varde-Warning": "mend it" } }),
    { client: { onExchange: (exchange) => told.push(exchange) } },
  );
  await client.payments.status(payment);
  assert.deepEqual(
    told.map(({ attempt, status, warning, error }) => [attempt, status, warning, error?.name]),
    [
      [1, undefined, undefined, "Error"],
      [2, 200, "mend it", undefined],
    ],
  );
});

test("a listener that throws does not take the answer away", async (context) => {
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

test("no answer is asked for in a compressed form", async (context) => {
  const { client, bank, psu } = await aScene(context, () => ({ body: { accounts: [] } }));
  await client.accounts.list(psu);
  assert.equal(bank.seen[0]?.headers.get("accept-encoding"), "identity");
});

test("a number of attempts given as undefined is one left out", async (context) => {
  const retries = { attemptsMax: undefined } as unknown as Partial<RetryPolicy>;
  const { client, bank, psu } = await aScene(context, () => "lost", { client: { retries } });
  await assert.rejects(client.accounts.list(psu), { name: "NetworkError" });
  assert.equal(bank.seen.length, 4);
});
