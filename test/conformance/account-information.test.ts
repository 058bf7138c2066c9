import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  accountDetailsResponse,
  accountListResponse,
  balancesResponse,
  transactionDetailsResponse,
  transactionsResponse,
} from "@varde/protocol";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { aPsu, kari, ola } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";

const current = "/v1/accounts/kari-current";

describe("account information", () => {
  withBankOnBothEngines((bank) => {
    it("END-13: lists the accounts with consent and no others", async () => {
      const psu = await aPsu(bank(), { ...kari, accounts: ["kari-current"] });
      const { accounts } = expectBody(await psu.get("/v1/accounts"), 200, accountListResponse);
      assert.deepEqual(
        accounts.map((account: { resourceId: string }) => account.resourceId),
        ["kari-current"],
      );
      const all = await aPsu(bank(), kari);
      const { accounts: more } = expectBody(
        await all.get("/v1/accounts"),
        200,
        accountListResponse,
      );
      assert.deepEqual(
        more.map((account: { resourceId: string }) => account.resourceId),
        ["kari-current", "kari-savings"],
      );
    });

    it("END-28: returns an account with all fields and relative links with verbs", async () => {
      const psu = await aPsu(bank(), kari);
      const { account } = expectBody(await psu.get(current), 200, accountDetailsResponse);
      assert.deepEqual(account, {
        resourceId: "kari-current",
        bban: "99901010028",
        iban: "NO4699901010028",
        currency: "NOK",
        name: "Brukskonto",
        product: "Brukskonto",
        cashAccountType: "CACC",
        bic: "VARDNOK0",
        _links: {
          self: { href: current, verbs: ["GET"] },
          balances: { href: `${current}/balances`, verbs: ["GET"] },
          transactions: { href: `${current}/transactions`, verbs: ["GET"] },
        },
      });
    });

    it("END-14: returns balances, and includes them in lists on request", async () => {
      const psu = await aPsu(bank(), ola);
      const path = "/v1/accounts/ola-current";
      const { balances } = expectBody(await psu.get(`${path}/balances`), 200, balancesResponse);
      const amounts = balances.map((one: { balanceType: string; balanceAmount: object }) => [
        one.balanceType,
        one.balanceAmount,
      ]);
      assert.deepEqual(amounts, [
        ["closingBooked", { amount: "23907.25", currency: "NOK" }],
        ["expected", { amount: "23907.25", currency: "NOK" }],
        ["forwardAvailable", { amount: "43907.25", currency: "NOK" }],
      ]);
      const one = expectBody(
        await psu.get(`${path}?withBalance=true`),
        200,
        accountDetailsResponse,
      );
      assert.deepEqual(one.account.balances, balances);
      const list = await psu.get("/v1/accounts?withBalance=true");
      const { accounts } = expectBody(list, 200, accountListResponse);
      assert.deepEqual(accounts[0].balances, balances);
      expectRefusal(await psu.get("/v1/accounts?withBalance=perhaps"), 400, "FORMAT_ERROR");
    });

    it("END-15: returns transactions newest first, with negative debits", async () => {
      const psu = await aPsu(bank(), kari);
      const response = await psu.get(`${current}/transactions`);
      const { account, transactions } = expectBody(response, 200, transactionsResponse);
      assert.equal(account.bban, "99901010028");
      assert(transactions.booked.length > 20);
      assert.equal(transactions.pending, undefined);
      const days = transactions.booked.map((one: { bookingDate: string }) => one.bookingDate);
      assert.deepEqual(days, days.toSorted().toReversed());
      const paid = transactions.booked.find((one: object) => "creditorName" in one);
      assert(paid.transactionAmount.amount.startsWith("-"));
    });

    it("END-16: accepts the bookingStatus values booked, pending, both and all only", async () => {
      const psu = await aPsu(bank(), kari);
      const lists = async (status: string) => {
        const response = await psu.get(`${current}/transactions?bookingStatus=${status}`);
        const { transactions } = expectBody(response, 200, transactionsResponse);
        return Object.keys(transactions).filter((name) => name !== "_links");
      };
      assert.deepEqual(await lists("booked"), ["booked"]);
      assert.deepEqual(await lists("pending"), ["pending"]);
      assert.deepEqual(await lists("both"), ["booked", "pending"]);
      const wrong = await psu.get(`${current}/transactions?bookingStatus=BOOKED`);
      assert.equal(expectRefusal(wrong, 400, "FORMAT_ERROR").path, "bookingStatus");
    });

    it("VER-10: treats bookingStatus all as both", async () => {
      const psu = await aPsu(bank(), kari);
      const response = await psu.get(`${current}/transactions?bookingStatus=all`);
      const { transactions } = expectBody(response, 200, transactionsResponse);
      assert(Array.isArray(transactions.booked) && Array.isArray(transactions.pending));
    });

    it("END-17: selects transactions by dateFrom, dateTo, limit and offset", async () => {
      const psu = await aPsu(bank(), kari);
      const list = async (query: string) => {
        const response = await psu.get(`${current}/transactions?${query}`);
        return expectBody(response, 200, transactionsResponse).transactions.booked.map(
          (one: { transactionId: string; bookingDate: string }) => one,
        );
      };
      const whole = await list("dateFrom=2020-01-01&limit=1000");
      assert((await list("")).length < whole.length, "the default range is 90 days");
      const middle = await list("dateFrom=2020-01-01&limit=5&offset=7");
      assert.deepEqual(middle, whole.slice(7, 12));
      const [from, to] = [whole[40].bookingDate, whole[20].bookingDate];
      const between = await list(`dateFrom=${from}&dateTo=${to}`);
      assert(between.every((one: { bookingDate: string }) => from <= one.bookingDate));
      assert(between.every((one: { bookingDate: string }) => one.bookingDate <= to));
      assert.deepEqual(await list(`dateFrom=2020-01-01&offset=${whole.length}`), []);
      for (const query of [
        "limit=0",
        "limit=1001",
        "limit=abc",
        "offset=-1",
        "dateFrom=1.1.2026",
      ]) {
        expectRefusal(await psu.get(`${current}/transactions?${query}`), 400, "FORMAT_ERROR");
      }
      const crossed = await psu.get(
        `${current}/transactions?dateFrom=2026-02-02&dateTo=2026-02-01`,
      );
      expectRefusal(crossed, 400, "FORMAT_ERROR");
    });

    it("END-24: returns the details of one transaction", async () => {
      const psu = await aPsu(bank(), kari);
      const response = await psu.get(`${current}/transactions`);
      const [first] = response.json.transactions.booked;
      const { href } = first._links.transactionDetails;
      const details = expectBody(await psu.get(href), 200, transactionDetailsResponse);
      const { _links, ...listed } = first;
      assert.deepEqual(details.transactionsDetails, listed);
      expectRefusal(await psu.get(`${current}/transactions/nothing`), 404, "RESOURCE_UNKNOWN");
      const others = await psu.get(`/v1/accounts/kari-savings/transactions/${first.transactionId}`);
      expectRefusal(others, 404, "RESOURCE_UNKNOWN");
    });

    it("VAL-13: returns links whose addresses can all be followed", async () => {
      const psu = await aPsu(bank(), kari);
      const hrefs = new Set<string>();
      for (const path of [
        "/v1/accounts",
        `${current}/balances`,
        `${current}/transactions?limit=3`,
      ]) {
        const { text } = await psu.get(path);
        for (const [, href] of text.matchAll(/"href":"([^"]+)"/g)) hrefs.add(href ?? "");
      }
      assert(hrefs.size > 10);
      for (const href of hrefs) assert.equal((await psu.get(href)).status, 200, href);
    });

    it("ERR-11: gives another PSU's account and an unknown account the same response", async () => {
      const psu = await aPsu(bank(), kari);
      const others = await psu.get("/v1/accounts/ola-current");
      const unknown = await psu.get("/v1/accounts/nobodys-account");
      expectRefusal(others, 404, "RESOURCE_UNKNOWN");
      assert.equal(others.text, unknown.text);
    });

    it("ERR-11: does not find a card as an account, or an account as a card", async () => {
      const psu = await aPsu(bank(), kari);
      expectRefusal(await psu.get("/v1/accounts/kari-card"), 404, "RESOURCE_UNKNOWN");
      expectRefusal(await psu.get("/v1/card-accounts/kari-current"), 404, "RESOURCE_UNKNOWN");
    });
  });
});
