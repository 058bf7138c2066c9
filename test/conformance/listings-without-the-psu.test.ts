import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { transactionsResponse } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPsu, ingrid, kari, ola } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";
import type { RawResponse } from "@varde/testkit/tpp";

/** Forges a page token with the end of one that the bank has made. */
const forge = (made: string, value: unknown) =>
  `${Buffer.from(JSON.stringify(value)).toString("base64url")}.${made.split(".").at(-1)}`;

const readPage = (response: RawResponse) => {
  const { transactions } = expectBody(response, 200, transactionsResponse);
  const booked = transactions.booked as { transactionId: string; bookingDate: string }[];
  return { booked, ids: booked.map((one) => one.transactionId), links: transactions._links };
};

/** Stops the world's clock a minute before midnight in Oslo. */
const stopBeforeMidnight = async (bank: TestBank) => {
  const worldId = await onlyWorld(bank);
  const tomorrow = Temporal.Instant.fromEpochMilliseconds(await bank.clock.now(worldId))
    .toZonedDateTimeISO("Europe/Oslo")
    .startOfDay()
    .add({ days: 1 });
  const now = tomorrow.epochMilliseconds - 60_000;
  await bank.clock.setClock(worldId, now, "fixed");
  const daysAgo = (days: number) =>
    tomorrow
      .toPlainDate()
      .subtract({ days: days + 1 })
      .toString();
  const advance = (ms: number) => bank.clock.advanceClock(worldId, ms);
  return { worldId, now, advance, daysAgo };
};

describe("listings without the PSU", () => {
  withBankOnBothEngines((bank) => {
    it("END-17: returns an empty page with a next link if all of it is new", async () => {
      const psu = await aPsu(bank(), kari);
      const { worldId, now, advance, daysAgo } = await stopBeforeMidnight(bank());
      const today = daysAgo(0);
      const path = "/v1/accounts/kari-savings/transactions";
      const before = readPage(await psu.getUnattended(path));
      const first = readPage(await psu.getUnattended(`${path}?limit=2`));
      const day = first.booked[1]?.bookingDate ?? "";
      await advance(1);
      // Three are newer than the first page; three on its last day have ids that fill the second
      // page.
      const transactions = [today, today, today, day, day, day].map((bookingDate, at) => {
        return { id: `!${at}`, bookingDate, valueDate: bookingDate, amountMinor: -1n, texts: {} };
      });
      const history = {
        worldId,
        accountId: "kari-savings",
        balance: "unchanged",
        transactions,
      } as const;
      await bank().ledger.postTransactions(history, BigInt(now + 1));
      const listed = [...first.ids];
      let href: string | undefined = first.links.next.href;
      let isEmptyPage = false;
      while (href !== undefined) {
        const { ids, links } = readPage(await psu.getUnattended(href));
        isEmptyPage ||= ids.length === 0;
        listed.push(...ids);
        href = links.next?.href;
      }
      assert(isEmptyPage);
      assert.deepEqual(listed, before.ids);
    });

    it("LIM-12: refuses a forged page token for older days, and limits its page size", async () => {
      const psu = await aPsu(bank(), ola);
      const { now, daysAgo } = await stopBeforeMidnight(bank());
      const path = "/v1/accounts/ola-current/transactions";
      const [, made = ""] = /page=([\w.-]+)/.exec((await psu.get(path)).text) ?? [];
      const token = (value: unknown) => forge(made, value);
      const yesterday = token([now - 24 * 60 * 60_000 + 1, "o"]);
      const older = await psu.getUnattended(`${path}?dateFrom=${daysAgo(91)}&page=${yesterday}`);
      assert.equal(expectRefusal(older, 400, "BAD_REQUEST").path, "dateFrom");
      const end = await psu.getUnattended(`${path}?limit=1&page=${token([now, "e", 1000])}`);
      assert.equal(readPage(end).ids.length, 1);
    });

    it("LIM-19: continues a listing after midnight with the same first day", async () => {
      const psu = await aPsu(bank(), ingrid);
      const { advance, daysAgo } = await stopBeforeMidnight(bank());
      const path = "/v1/accounts/ingrid-current/transactions";
      const first = readPage(await psu.getUnattended(`${path}?limit=5`));
      await advance(2 * 60_000);
      for (const link of ["self", "first", "next", "last"]) {
        const again = await psu.getUnattended(first.links[link].href);
        assert.equal(again.status, 200, link);
        assert.equal(again.headers["ratelimit-remaining"], "3");
      }
      const restarted = await psu.getUnattended(`${path}?dateFrom=${daysAgo(90)}`);
      expectRefusal(restarted, 400, "BAD_REQUEST");
    });

    it("LIM-19: counts a call that uses the page token of another listing", async () => {
      const psu = await aPsu(bank(), ingrid);
      const { daysAgo } = await stopBeforeMidnight(bank());
      const path = "/v1/accounts/ingrid-savings/transactions";
      const from = (days: number) => `dateFrom=${daysAgo(days)}`;
      const day = readPage(await psu.getUnattended(`${path}?${from(1)}`));
      const page = new URLSearchParams(day.links.first.href.split("?")[1]).get("page");
      for (const other of [from(90), `${from(1)}&bookingStatus=both`]) {
        const response = await psu.getUnattended(`${path}?${other}&page=${page}`);
        assert.equal(response.status, 200);
      }
      const same = await psu.getUnattended(`${path}?${from(1)}&limit=7&page=${page}`);
      assert.equal(same.headers["ratelimit-remaining"], "1", "two other calls were counted");
    });

    it("END-17: refuses a dateTo before the visible range instead of an empty list", async () => {
      await aPsu(bank(), ola);
      const { daysAgo } = await stopBeforeMidnight(bank());
      const psu = await aPsu(bank(), ola);
      const path = `/v1/accounts/ola-savings/transactions?dateTo=${daysAgo(91)}`;
      const present = expectRefusal(await psu.get(path), 400, "FORMAT_ERROR");
      assert.equal(present.path, "dateFrom");
      const absent = expectRefusal(await psu.getUnattended(path), 400, "BAD_REQUEST");
      assert.equal(absent.path, "dateTo");
      assert.equal((await psu.get(`${path}&dateFrom=${daysAgo(120)}`)).status, 200);
      const edge = `/v1/accounts/ola-savings/transactions?dateTo=${daysAgo(90)}`;
      assert.equal((await psu.getUnattended(edge)).status, 200);
    });
  });
});
