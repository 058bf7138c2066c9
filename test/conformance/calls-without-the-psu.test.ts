import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import {
  accountListResponse,
  balancesResponse,
  cardBalancesResponse,
  transactionsResponse,
} from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { onlyWorld, stopClock, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPsu, finishSca, ingrid, kari, kariAtWork, ola } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

describe("calls without the PSU", () => {
  withBankOnBothEngines((bank) => {
    it("SCA-24: reads balances and transactions without PSU-IP-Address or session", async () => {
      const psu = await aPsu(bank(), ola);
      const advance = await stopClock(bank());
      await advance(hourMs + 1);
      const path = "/v1/accounts/ola-savings";
      expectBody(await psu.getUnattended(`${path}/balances`), 200, balancesResponse);
      expectBody(await psu.getUnattended(`${path}/transactions`), 200, transactionsResponse);
      const card = await psu.getUnattended("/v1/card-accounts/ola-card/balances");
      expectBody(card, 200, cardBalancesResponse);
      for (const other of ["/v1/accounts", path, `${path}/transactions/any`, "/v1/card-accounts"]) {
        expectRefusal(await psu.getUnattended(other), 401, "SCA_EXPIRED");
      }
      const unknown = await psu.getUnattended(`${path}/balances`, { "PSU-ID": undefined });
      expectRefusal(unknown, 401, "SCA_NOT_FOUND");
    });

    it("SCA-23: with PSU-IP-Address requires a session and counts nothing", async () => {
      const psu = await aPsu(bank(), ola);
      const path = "/v1/accounts/ola-current/balances";
      const without = await psu.get(path, { "TPP-Session-ID": randomUUID() });
      expectRefusal(without, 401, "SCA_NOT_FOUND");
      for (let call = 0; call < 6; call += 1) {
        const response = await psu.get(path);
        assert.equal(response.status, 200);
        assert.equal(response.headers["ratelimit-remaining"], undefined);
      }
    });

    it("SCA-22: refuses a company's account without PSU-Corporate-ID with 400", async () => {
      const atWork = await aPsu(bank(), kariAtWork);
      const path = "/v1/accounts/vardeberg-current/balances";
      assert.equal((await atWork.getUnattended(path)).status, 200);
      const without = await atWork.getUnattended(path, { "PSU-Corporate-ID": undefined });
      assert.equal(expectRefusal(without, 400, "HTTP_HEADER_REQUIRED").path, "PSU-Corporate-ID");
      await aPsu(bank(), { ...kariAtWork, accounts: [] });
      const ungranted = await atWork.getUnattended(path, { "PSU-Corporate-ID": undefined });
      expectRefusal(ungranted, 404, "RESOURCE_UNKNOWN");
    });

    it("LIM-10: reads only accounts with consent", async () => {
      const psu = await aPsu(bank(), { ...ola, accounts: ["ola-savings"] });
      const ungranted = await psu.getUnattended("/v1/accounts/ola-current/balances");
      expectRefusal(ungranted, 403, "CONSENT_UNKNOWN");
      const others = await psu.getUnattended("/v1/accounts/kari-current/balances");
      expectRefusal(others, 404, "RESOURCE_UNKNOWN");
      assert.equal(ungranted.headers["ratelimit-remaining"], undefined);
    });
  });
});

describe("the count of calls without the PSU", () => {
  withBankOnBothEngines((bank) => {
    it("LIM-09: allows 4 reads of balances in 24 hours, to the millisecond", async () => {
      const psu = await aPsu(bank(), kari);
      const advance = await stopClock(bank());
      const read = () => psu.getUnattended("/v1/accounts/kari-current/balances");
      for (const left of ["3", "2", "1", "0"]) {
        const response = await read();
        expectBody(response, 200, balancesResponse);
        assert.equal(response.headers["ratelimit-limit"], "4");
        assert.equal(response.headers["ratelimit-remaining"], left);
        await advance(hourMs);
      }
      // The first call was four hours ago, so the next one is allowed in twenty hours.
      const refused = await read();
      expectRefusal(refused, 429, "ACCESS_EXCEEDED");
      assert.equal(refused.headers["retry-after"], String(20 * 3600));
      await advance(20 * hourMs - 1);
      assert.equal((await read()).headers["retry-after"], "1");
      await advance(1);
      expectBody(await read(), 200, balancesResponse);
      expectRefusal(await read(), 429, "ACCESS_EXCEEDED");
    });

    it("LIM-20: refuses the fifth call with 429 ACCESS_EXCEEDED and Retry-After", async () => {
      const psu = await aPsu(bank(), ola);
      await stopClock(bank());
      const read = () => psu.getUnattended("/v1/accounts/ola-current/balances");
      for (let call = 0; call < 4; call += 1) assert.equal((await read()).status, 200);
      const refused = await read();
      expectRefusal(refused, 429, "ACCESS_EXCEEDED");
      assert.equal(refused.headers["retry-after"], String(24 * 3600));
      assert.equal(refused.headers["ratelimit-remaining"], "0");
    });

    it("LIM-11: allows 4 reads of transactions in 24 hours", async () => {
      const psu = await aPsu(bank(), ola);
      const read = () => psu.getUnattended("/v1/accounts/ola-savings/transactions");
      for (let call = 0; call < 4; call += 1) assert.equal((await read()).status, 200);
      expectRefusal(await read(), 429, "ACCESS_EXCEEDED");
    });

    it("LIM-19: counts each account separately, and balances apart from transactions", async () => {
      const psu = await aPsu(bank(), ingrid);
      const path = "/v1/accounts/ingrid-current";
      for (let call = 0; call < 4; call += 1) await psu.getUnattended(`${path}/balances`);
      expectRefusal(await psu.getUnattended(`${path}/balances`), 429, "ACCESS_EXCEEDED");
      assert.equal((await psu.getUnattended(`${path}/transactions`)).status, 200);
      const savings = await psu.getUnattended("/v1/accounts/ingrid-savings/balances");
      assert.equal(savings.headers["ratelimit-remaining"], "3");
    });

    it("LIM-19: counts the list of accounts with balances as well", async () => {
      const psu = await aPsu(bank(), { ...ola, accounts: ["ola-card", "ola-savings"] });
      const list = () => psu.get("/v1/accounts?withBalance=true", { "PSU-IP-Address": undefined });
      for (const left of ["3", "2", "1", "0"]) {
        const response = await list();
        expectBody(response, 200, accountListResponse);
        assert.equal(response.headers["ratelimit-remaining"], left);
      }
      expectRefusal(await list(), 429, "ACCESS_EXCEEDED");
      assert.equal((await psu.get("/v1/accounts", { "PSU-IP-Address": undefined })).status, 200);
    });

    it("LIM-19: does not count further pages of a listing, which show nothing newer", async () => {
      const psu = await aPsu(bank(), kari);
      const advance = await stopClock(bank());
      const path = "/v1/accounts/kari-savings/transactions";
      const dateFrom = (await todayIn(bank())).subtract({ days: 85 });
      const first = await psu.getUnattended(`${path}?limit=1&dateFrom=${dateFrom}`);
      const { transactions } = expectBody(first, 200, transactionsResponse);
      assert.equal(first.headers["ratelimit-remaining"], "3");
      await advance(hourMs);
      await post(bank(), "kari-savings", "arrived-later");
      let href: string | undefined = transactions._links.next.href;
      let pages = 1;
      for (; href !== undefined; pages += 1) {
        const page = await psu.getUnattended(href);
        const body = expectBody(page, 200, transactionsResponse);
        assert.equal(page.headers["ratelimit-remaining"], "3");
        assert.doesNotMatch(page.text, /arrived-later/);
        href = body.transactions._links.next?.href;
      }
      assert(pages > 2);
      const again = await psu.getUnattended(transactions._links.first.href);
      assert.doesNotMatch(again.text, /arrived-later/);
      const fresh = await psu.getUnattended(`${path}?limit=1`);
      assert.match(fresh.text, /arrived-later/);
      assert.equal(fresh.headers["ratelimit-remaining"], "2");
      await advance(dayMs);
      const old = await psu.getUnattended(transactions._links.next.href);
      assert.equal(old.headers["ratelimit-remaining"], "3", "a day later it is a new call");
    });

    it("LIM-20: names a list's exceeded accounts and when the last is free", async () => {
      const psu = await aPsu(bank(), ola);
      const advance = await stopClock(bank());
      const list = () => psu.get("/v1/accounts?withBalance=true", { "PSU-IP-Address": undefined });
      const readAll = async (account: string) => {
        for (let call = 0; call < 4; call += 1) {
          await psu.getUnattended(`/v1/accounts/${account}/balances`);
        }
      };
      await readAll("ola-current");
      expectRefusal(await list(), 429, "ACCESS_EXCEEDED");
      await advance(hourMs / 2);
      await readAll("ola-savings");
      const refused = await list();
      const { text } = expectRefusal(refused, 429, "ACCESS_EXCEEDED");
      assert.match(text ?? "", /ola-current, ola-savings/);
      assert.equal(refused.headers["retry-after"], String(24 * 3600));
      assert.equal(refused.headers["ratelimit-reset"], String(24 * 3600));
    });

    it("LIM-12: shows transactions of the last 90 days only", async () => {
      const psu = await aPsu(bank(), ingrid);
      const today = await todayIn(bank());
      const path = "/v1/accounts/ingrid-savings/transactions";
      const from = (days: number) => `${path}?dateFrom=${today.subtract({ days })}`;
      const refused = expectRefusal(await psu.getUnattended(from(91)), 400, "BAD_REQUEST");
      assert.equal(refused.path, "dateFrom");
      const response = await psu.getUnattended(from(90));
      expectBody(response, 200, transactionsResponse);
      assert.equal(response.headers["ratelimit-remaining"], "3", "a refused call is not counted");
      assert.equal((await psu.get(from(91))).status, 200, "with the PSU there is no such limit");
    });

    it("LIM-13: requires an SCA of the PSU within 180 days for transactions", async () => {
      const psu = await aPsu(bank(), kari);
      const advance = await stopClock(bank());
      const asked = await psu.send({ method: "POST", path: "/v1/bank-offered-consents" });
      await finishSca(bank(), asked.json._links.scaRedirect.href, kari);
      const read = () => psu.getUnattended("/v1/accounts/kari-current/transactions");
      await advance(180 * dayMs);
      assert.equal((await read()).status, 200);
      await advance(1);
      expectRefusal(await read(), 401, "CONSENT_EXPIRED");
    });
  });
});

const todayIn = async (bank: TestBank): Promise<Temporal.PlainDate> =>
  Temporal.Instant.fromEpochMilliseconds(await bank.clock.now(await onlyWorld(bank)))
    .toZonedDateTimeISO("Europe/Oslo")
    .toPlainDate();

const post = async (bank: TestBank, accountId: string, id: string): Promise<void> => {
  const worldId = await onlyWorld(bank);
  const bookingDate = (await todayIn(bank)).toString();
  await bank.ledger.postTransactions(
    {
      worldId,
      accountId,
      balance: "unchanged",
      transactions: [{ id, bookingDate, valueDate: bookingDate, amountMinor: -1n, texts: {} }],
    },
    BigInt(await bank.clock.now(worldId)),
  );
};
