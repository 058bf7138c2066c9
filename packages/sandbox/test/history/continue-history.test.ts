import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { accountDataProfiles } from "@varde/protocol";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { dataSet, startBank, type TestBank } from "../../src/index.ts";

const { kari } = dataSet.people;

/** Returns the transactions of Kari's account since the world was opened. */
const sinceOpening = async (bank: TestBank) => {
  const [world] = await bank.listWorlds();
  const worldId = world?.worldId ?? "";
  const filter = { from: "2026-11-01", limit: 200 };
  return bank.ledger.listTransactions(worldId, kari.current.accountId, filter);
};

describe("a history that continues", () => {
  withBankOnBothEngines(
    (bank) => {
      test("books each day once, even if the clock is set back and batches run again", async () => {
        await bank().clock.set("2026-11-12T07:00:00Z");
        assert.deepEqual(await sinceOpening(bank()), []);
        await bank().clock.advance("P5D");
        const booked = await sinceOpening(bank());
        const salary = booked.filter(
          ({ texts }) => texts.proprietaryBankTransactionCode === "LØNN",
        );
        // Payday is the 15th, a Sunday.
        assert.deepEqual(
          salary.map(({ bookingDate, amountMinor }) => [bookingDate, amountMinor]),
          [["2026-11-16", 44_180_00n]],
        );
        const sumMinor = booked.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
        const [account] = booked.map(({ accountId }) => accountId);
        const [world] = await bank().listWorlds();
        const read = await bank().ledger.readBalances(world?.worldId ?? "", account ?? "");
        assert.equal(read?.bookedMinor, kari.current.balanceMinor + sumMinor);
        await bank().batches.run();
        await bank().clock.set("2026-11-12T07:00:00Z");
        await bank().clock.advance("P5D");
        assert.deepEqual(await sinceOpening(bank()), booked);
        assert.deepEqual(await bank().checkBooks(), []);
      });

      test("skips movements that an account has no money for", async () => {
        const [world] = await bank().listWorlds();
        const worldId = world?.worldId ?? "";
        const { accountId } = dataSet.people.jonas.current;
        const { availableMinor = 0n } =
          (await bank().ledger.readBalances(worldId, accountId)) ?? {};
        const transaction = {
          bookingDate: "2026-11-17",
          valueDate: "2026-11-17",
          amountMinor: -availableMinor,
          texts: {},
        };
        const all = { worldId, accountId, transactions: [transaction], balance: "moved" } as const;
        await bank().ledger.postTransactions(all, BigInt(Date.parse("2026-11-17T12:00:00Z")));
        // There is no income before the student grant of 1 December.
        await bank().clock.advance("P10D");
        const after = await bank().ledger.listTransactions(worldId, accountId, {
          from: "2026-11-18",
          limit: 200,
        });
        assert.deepEqual(
          after.filter(({ amountMinor }) => amountMinor < 0n),
          [],
        );
        assert.deepEqual(await bank().checkBooks(), []);
      });
    },
    { history: "continues", startAt: Date.parse("2026-11-10T12:00:00Z"), hasBackgroundJobs: false },
  );

  withBankOnBothEngines(
    (bank) => {
      test("PRO-10: repeats what profiles have begun after a snapshot is restored", async () => {
        await bank().clock.set("2026-11-10T07:00:00Z");
        await bank().clock.advance("P9D");
        const [world] = await bank().listWorlds();
        const { accountId } = kari.current;
        const pending = await bank().ledger.listPending(world?.worldId ?? "", accountId);
        assert(pending.length > 0);
        await bank().snapshots.save("begun");
        await bank().clock.advance("P7D");
        const booked = await sinceOpening(bank());
        assert.deepEqual(await bank().checkBooks(), []);
        await bank().snapshots.restore("begun");
        await bank().clock.advance("P7D");
        assert.deepEqual(await sinceOpening(bank()), booked);
        assert.deepEqual(await bank().checkBooks(), []);
      });
    },
    {
      history: "continues",
      startAt: Date.parse("2026-11-10T12:00:00Z"),
      hasBackgroundJobs: false,
      profiles: accountDataProfiles,
    },
  );

  test("does not continue unless it is turned on", async () => {
    const bank = await startBank({ startAt: Date.parse("2026-11-10T12:00:00Z") });
    try {
      await bank.clock.read();
      await bank.clock.advance("P5D");
      assert.deepEqual(await sinceOpening(bank), []);
    } finally {
      await bank.close();
    }
  });
});
