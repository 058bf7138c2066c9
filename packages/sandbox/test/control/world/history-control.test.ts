import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { dataSet } from "../../../src/index.ts";

const { accountId, bban, balanceMinor } = dataSet.people.kari.current;

describe("generated history", () => {
  withBankOnBothEngines(
    (bank) => {
      const control = async (path: string, body?: object) => {
        const response = await fetch(`${bank().addresses.http}/control/v1/accounts${path}`, {
          ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
          headers: { "content-type": "application/json" },
        });
        return { status: response.status, json: JSON.parse(await response.text()) };
      };

      test("is generated in the background with its progress, and leaves the balance", async () => {
        await bank().clock.read();
        const begun = await control(`/${bban}/history`, { transactions: 1_234 });
        assert.equal(begun.status, 202);
        assert.deepEqual(begun.json, {
          accountId,
          transactions: 1_234,
          loaded: 0,
          state: "running",
        });
        let load = begun.json;
        while (load.state === "running") load = (await control(`/${bban}/history`)).json;
        assert.deepEqual(load, { accountId, transactions: 1_234, loaded: 1_234, state: "done" });
        const [world] = await bank().listWorlds();
        const worldId = world?.worldId ?? "";
        const balances = await bank().ledger.readBalances(worldId, accountId);
        assert.equal(balances?.bookedMinor, balanceMinor);
        const [newest] = await bank().ledger.listTransactions(worldId, accountId, { limit: 1 });
        assert.equal(newest?.id, `${accountId}-many-000001234`);
        assert.equal(newest?.bookingDate, "2026-11-09");
        assert.deepEqual(await bank().checkBooks(), []);
      });

      test("continues the numbers of an earlier load", async () => {
        await bank().history.load(accountId, 10);
        const [world] = await bank().listWorlds();
        const id = `${accountId}-many-000001244`;
        const last = await bank().ledger.readTransaction(world?.worldId ?? "", accountId, id);
        // Nine purchases and a tenth transaction that credits their sum; fixed for this seed.
        assert.equal(last?.amountMinor, 4_424_94n);
      });

      test("is refused for an unknown account or an invalid number", async () => {
        assert.match((await control("/1/history", { transactions: 1 })).json.text, /no account 1/);
        assert.equal((await control(`/${bban}/history`, { transactions: 0 })).status, 400);
        assert.equal((await control(`/${bban}/history`, { transactions: 1e9 })).status, 400);
        await assert.rejects(
          bank().history.progress("ola-current"),
          /no transactions were generated/,
        );
      });
    },
    { startAt: Date.parse("2026-11-10T12:00:00Z") },
  );
});
