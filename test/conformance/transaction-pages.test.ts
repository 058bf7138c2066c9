import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { transactionsResponse } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank, onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPsu, kari, ola, type TestPsu } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";
import fc from "fast-check";

interface Listed {
  readonly transactionId: string;
}

const path = "/v1/accounts/kari-current/transactions";
let posted = 0;

/** Books transactions on the account, days ago, in an arbitrary order within that day. */
const post = async (bank: TestBank, daysAgo: number, count = 1): Promise<void> => {
  const worldId = await onlyWorld(bank);
  const now = await bank.clock.now(worldId);
  const bookingDate = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO("Europe/Oslo")
    .toPlainDate()
    .subtract({ days: daysAgo })
    .toString();
  const transactions = Array.from({ length: count }, () => {
    posted += 1;
    const id = `t-${(posted * 7919) % 10007}-${posted}`;
    return { id, bookingDate, valueDate: bookingDate, amountMinor: -1n, texts: {} };
  });
  const history = {
    worldId,
    accountId: "kari-current",
    balance: "unchanged",
    transactions,
  } as const;
  await bank.ledger.postTransactions(history, BigInt(now));
};

const pageAt = async (psu: TestPsu, href: string) => {
  const { transactions } = expectBody(await psu.get(href), 200, transactionsResponse);
  const ids = transactions.booked.map(({ transactionId }: Listed) => transactionId) as string[];
  return { ids, links: transactions._links as Record<string, { href: string }> };
};

/** Follows one link from page to page, calling a function in between. */
const followPages = async (
  psu: TestPsu,
  start: string,
  way: "next" | "previous",
  between: () => Promise<void> = async () => {},
): Promise<string[]> => {
  const found: string[] = [];
  let href: string | undefined = start;
  while (href !== undefined) {
    const { ids, links } = await pageAt(psu, href);
    if (way === "next") found.push(...ids);
    else found.unshift(...ids);
    await between();
    href = links[way]?.href;
  }
  return found;
};

describe("pages of transactions", () => {
  withBankOnBothEngines((bank) => {
    it("LIM-15: returns 200 transactions per page by default", async () => {
      const psu = await aPsu(bank(), kari);
      await post(bank(), 3, 250);
      assert.equal((await pageAt(psu, path)).ids.length, 200);
    });

    it("LIM-16: includes the default of 200 in the links", async () => {
      const psu = await aPsu(bank(), kari);
      const { links } = await pageAt(psu, path);
      const { account, ...pages } = links;
      assert.equal(account?.href, "/v1/accounts/kari-current");
      assert.deepEqual(Object.keys(pages), ["self", "first", "next", "last"]);
      for (const { href } of Object.values(pages)) {
        assert(href.startsWith(`${path}?`));
        assert.equal(new URLSearchParams(href.split("?")[1]).get("limit"), "200");
      }
      const next = await pageAt(psu, links.next?.href ?? "");
      assert(next.links.previous !== undefined);
    });

    it("END-17: returns the whole list by next, by previous and by offset", async () => {
      const psu = await aPsu(bank(), kari);
      const all = await pageAt(psu, `${path}?dateFrom=2020-01-01&limit=1000`);
      const first = await pageAt(psu, `${path}?dateFrom=2020-01-01&limit=37`);
      assert.deepEqual(await followPages(psu, first.links.self?.href ?? "", "next"), all.ids);
      assert.deepEqual(await followPages(psu, first.links.last?.href ?? "", "previous"), all.ids);
      const byOffset: string[] = [];
      for (let offset = 0; offset < all.ids.length; offset += 37) {
        const page = await pageAt(psu, `${path}?dateFrom=2020-01-01&limit=37&offset=${offset}`);
        byOffset.push(...page.ids);
      }
      assert.deepEqual(byOffset, all.ids);
      const last = await pageAt(psu, first.links.last?.href ?? "");
      assert.deepEqual(last.ids, all.ids.slice(Math.floor((all.ids.length - 1) / 37) * 37));
      assert.equal(last.links.next, undefined);
    });

    it("END-17: refuses a page token that came from no link", async () => {
      const psu = await aPsu(bank(), kari);
      const [, end = ""] = /page=[\w-]+(\.[\w-]+)/.exec((await psu.get(path)).text) ?? [];
      const encode = (value: unknown) =>
        Buffer.from(JSON.stringify(value)).toString("base64url") + end;
      assert.equal((await psu.get(`${path}?page=${encode([1, "o"])}`)).status, 200);
      const forged = [
        "x",
        "%00",
        encode([1, "z"]),
        encode([-1, "o"]),
        encode([1, "a", "2026-13-01", "x"]),
        encode([1, "a", "2026-01-01", "\u0000"]),
        encode([1, "e", 1001]),
        encode({}),
      ];
      for (const page of forged) {
        const response = await psu.get(`${path}?page=${page}`);
        assert.equal(expectRefusal(response, 400, "FORMAT_ERROR").path, "page");
      }
    });
  });

  withBankOnBothEngines((bank) => {
    it("END-17: repeats and drops none while transactions arrive", async () => {
      const psu = await aPsu(bank(), kari);
      await post(bank(), 5, 30);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 0, max: 89 }), { maxLength: 12 }),
          fc.integer({ min: 3, max: 25 }),
          fc.constantFrom("next", "previous"),
          async (arrivals, limit, way) => {
            const before = await pageAt(psu, `${path}?limit=1000`);
            const start = await pageAt(psu, `${path}?limit=${limit}`);
            const waiting = [...arrivals];
            const found = await followPages(
              psu,
              (way === "next" ? start.links.self : start.links.last)?.href ?? "",
              way as "next" | "previous",
              async () => {
                const daysAgo = waiting.pop();
                if (daysAgo !== undefined) await post(bank(), daysAgo);
              },
            );
            assert.equal(new Set(found).size, found.length, "none is repeated");
            const known = new Set(before.ids);
            assert.deepEqual(
              found.filter((id) => known.has(id)),
              before.ids,
            );
          },
        ),
        { numRuns: 12 },
      );
    });
  });
});

describe("pending transactions", () => {
  const reserve = async (bank: TestBank, count: number) => {
    const worldId = await onlyWorld(bank);
    const now = BigInt(await bank.clock.now(worldId));
    for (let at = 0; at < count; at += 1) {
      const id = `reservation-${at}-${now}`;
      await bank.ledger.createReservation(
        { worldId, id, accountId: "ola-current", amountMinor: 1_00n, texts: {} },
        now,
      );
    }
  };
  const list = async (bank: TestBank, query: string) => {
    const psu = await aPsu(bank, ola);
    const response = await psu.get(`/v1/accounts/ola-current/transactions?${query}`);
    return expectBody(response, 200, transactionsResponse).transactions;
  };

  it("LIM-18: selects pending ones by dateFrom, dateTo and limit in the sandbox", async () => {
    const bank = await aBank();
    try {
      await aPsu(bank, ola);
      await reserve(bank, 5);
      assert.equal((await list(bank, "bookingStatus=pending")).pending.length, 5);
      const two = await list(bank, "bookingStatus=pending&limit=2");
      assert.equal(two.pending.length, 2);
      assert.equal((await list(bank, two._links.last.href.split("?")[1])).pending.length, 1);
      const past = await list(bank, "bookingStatus=both&dateFrom=2026-01-01&dateTo=2026-01-31");
      assert.deepEqual(past.pending, []);
    } finally {
      await bank.close();
    }
  });

  it("LIM-17: returns every pending transaction in production, whatever is requested", async () => {
    const bank = await aBank({ bank: { mode: "production" } });
    try {
      await aPsu(bank, ola);
      await reserve(bank, 5);
      for (const status of ["both", "pending", "all"]) {
        const query = `bookingStatus=${status}&limit=1&dateFrom=2026-01-01&dateTo=2026-01-31`;
        assert.equal((await list(bank, query)).pending.length, 5);
      }
    } finally {
      await bank.close();
    }
  });
});
