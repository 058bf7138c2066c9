import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ReceivedRequest } from "../a-bank.ts";
import { aScene, psuId } from "../a-client.ts";

const link = (href: string) => ({ href, verbs: ["GET"] });
const amount = { amount: "-1.00", currency: "NOK" };
const entry = (transactionId: string) => ({ transactionId, transactionAmount: amount });

/**
 * Returns 450 booked entries in pages of the requested size, with pending entries on every page.
 */
const aListing =
  (nextLink: (offset: number, limit: number) => string) => (request: ReceivedRequest) => {
    const query = new URLSearchParams(request.target.split("?")[1]);
    const offset = Number(query.get("offset") ?? 0);
    const limit = Number(query.get("limit") ?? 200);
    const booked = Array.from({ length: Math.min(limit, 450 - offset) }, (_, index) =>
      entry(`t-${offset + index}`),
    );
    const next = offset + limit < 450 ? { next: link(nextLink(offset + limit, limit)) } : {};
    const pending = [entry("pending-1"), { transactionAmount: amount }];
    return { body: { transactions: { booked, pending, _links: next } } };
  };

const collect = async <T>(entries: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const each of entries) all.push(each);
  return all;
};

describe("transactions", () => {
  const forms: Record<string, (offset: number, limit: number) => string> = {
    "relative to /v1": (offset, limit) =>
      `/v1/accounts/a-1/transactions?limit=${limit}&offset=${offset}`,
    "with the bank's prefix": (offset, limit) =>
      `/api/v1/accounts/a-1/transactions?limit=${limit}&offset=${offset}`,
    "of the query alone": (offset, limit) => `?limit=${limit}&offset=${offset}`,
  };
  for (const [form, nextLink] of Object.entries(forms)) {
    test(`are yielded once each over all pages, with links ${form}`, async (context) => {
      const { client, bank, psu } = await aScene(context, aListing(nextLink), { prefix: "/api" });
      const all = await collect(client.accounts.transactions("a-1", psu));
      const booked = all.filter(({ bookingStatus }) => bookingStatus === "booked");
      assert.deepEqual(
        booked.map(({ transactionId }) => transactionId),
        Array.from({ length: 450 }, (_, index) => `t-${index}`),
      );
      assert.equal(all.filter(({ bookingStatus }) => bookingStatus === "pending").length, 2);
      assert.equal(bank.requests.length, 3);
      assert.ok(bank.requests.every(({ headers }) => headers.get("psu-id") === psuId));
      const ids = bank.requests.map(({ headers }) => headers.get("x-request-id"));
      assert.equal(new Set(ids).size, 3);
    });
  }

  test("sends the query with the first page and reads later pages on demand", async (context) => {
    const { client, bank, psu } = await aScene(
      context,
      aListing((offset, limit) => `?limit=${limit}&offset=${offset}`),
    );
    const query = { bookingStatus: "both", dateFrom: "2026-10-01", limit: 100 } as const;
    for await (const page of client.accounts.transactionPages("a-1", psu, query)) {
      assert.equal(page.transactions.booked?.length, 100);
      break;
    }
    assert.deepEqual(
      bank.requests.map(({ target }) => target),
      ["/v1/accounts/a-1/transactions?bookingStatus=both&dateFrom=2026-10-01&limit=100"],
    );
  });

  test("throws if a page links to itself", async (context) => {
    const { client, bank, psu } = await aScene(context, ({ target, count }) => ({
      body: { transactions: { _links: count < 5 ? { next: link(target) } : {} } },
    }));
    await assert.rejects(collect(client.accounts.transactions("a-1", psu)), /form a loop/);
    assert.equal(bank.requests.length, 1);
  });

  test("does not follow a link to another host", async (context) => {
    const { client, bank, psu } = await aScene(context, () => ({
      body: { transactions: { _links: { next: link("https://evil.example/v1/x") } } },
    }));
    await assert.rejects(
      collect(client.accounts.transactions("a-1", psu)),
      /leads to another host/,
    );
    assert.equal(bank.requests.length, 1);
  });

  test("of a card are yielded over all pages too", async (context) => {
    const { client, psu } = await aScene(context, ({ count }) => ({
      body: {
        cardTransactions: {
          booked: [{ cardTransactionId: `c-${count}`, transactionAmount: amount }],
          _links: count < 3 ? { next: link(`?offset=${count}`) } : {},
        },
      },
    }));
    const all = await collect(client.cardAccounts.transactions("card-1", psu));
    assert.deepEqual(
      all.map(({ cardTransactionId }) => cardTransactionId),
      ["c-1", "c-2", "c-3"],
    );
  });
});
