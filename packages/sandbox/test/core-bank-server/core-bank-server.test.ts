import assert from "node:assert/strict";
import { test } from "node:test";
import { createHttpCoreBank } from "@varde/core-bank-http";
import { checkCoreBank } from "@varde/core-bank-http/check";
import { currencies } from "@varde/protocol";
import { everyMigration } from "@varde/sandbox";
import { startCoreBank } from "@varde/sandbox/core-bank";
import { aBank } from "@varde/testkit/bank";
import { onEachEngine } from "@varde/testkit/storage";
import { checkedAccounts } from "./checked-accounts.ts";

onEachEngine(
  everyMigration,
  async ({ location }, stack) => {
    const failures: unknown[] = [];
    const server = await startCoreBank({
      location,
      host: "127.0.0.1",
      port: 0,
      clearingMs: 20,
      onFailure: (what, error) => failures.push([what, error]),
    });
    stack.defer(() => server.close());
    return { url: server.url, failures };
  },
  (opened) => {
    test("our core bank passes the check", async () => {
      const { url, failures } = opened();
      const reports = await checkCoreBank({ url, timeoutMs: 60_000 }, checkedAccounts);
      const others = reports.filter(({ result }) => result !== "passed");
      assert.deepEqual(
        others.map(({ id, result, seen }) => [id, result, seen]),
        [["HTTP-12", "skipped", "the check has no certificate and no client of its own"]],
      );
      assert.deepEqual(failures, []);
    });
  },
);

test("quotes by the price list what the ledger quotes", async () => {
  await using bank = await aBank();
  const server = await startCoreBank({
    location: { engine: "sqlite", memory: true },
    host: "127.0.0.1",
    port: 0,
    onFailure: () => {},
  });
  const http = createHttpCoreBank({ url: server.url });
  await http.connect().finally(http.close);
  await server.close();
  const { coreBank: own } = bank.bank;
  for (const currency of currencies) {
    for (const amountMinor of [1n, 49_999n, 123_456_789n, 999_999_999_999_999n]) {
      const converted = http.coreBank.convertToNokMinor(amountMinor, currency);
      assert.equal(converted, own.convertToNokMinor(amountMinor, currency), currency);
      for (const route of ["own-bank", "instant", "clearing", "cross-border"] as const) {
        for (const [creditorCountry, isUrgent] of [
          ["SE", false],
          ["SE", true],
          ["US", true],
          [undefined, false],
        ] as const) {
          const debtorCurrency = currency === "EUR" ? "NOK" : "EUR";
          const terms = { route, amountMinor, currency, creditorCountry, isUrgent };
          for (const order of [
            { ...terms, debtorCurrency },
            { ...terms, debtorCurrency: currency },
            { ...terms, debtorCurrency: currency, creditorCurrency: debtorCurrency },
          ] as const) {
            assert.deepEqual(http.coreBank.quote(order), own.quote(order), JSON.stringify(route));
          }
        }
      }
    }
  }
});
