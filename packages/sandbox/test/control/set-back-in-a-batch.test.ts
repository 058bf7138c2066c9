import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import type { TestBank } from "../../src/index.ts";

const monday = Date.parse("2026-11-16T12:00:00Z");
const weekMs = 7 * 24 * 60 * 60_000;

/** Advances the clock by a week, and runs an action during the first batch. */
const runWeek = async (bank: TestBank, meanwhile: () => Promise<unknown>) => {
  const worldId = await onlyWorld(bank);
  const { coreBank } = bank.bank;
  const { runClearing } = coreBank;
  const clearOnce: typeof runClearing = async (...given) => {
    Object.assign(coreBank, { runClearing });
    await meanwhile();
    await runClearing?.(...given);
  };
  Object.assign(coreBank, { runClearing: clearOnce });
  await bank.clock.setClock(worldId, monday + weekMs, "fixed");
  return bank.runDueBatches(worldId);
};

withBankOnBothEngines(
  (bank) => {
    test("a clock set back during due batches runs no later batch", async () => {
      const payer = await aPayer(bank());
      await bank().clock.advance(0);
      let payment = "";
      const run = await runWeek(bank(), async () => {
        await bank().clock.set(new Date(monday).toISOString());
        payment = await payer.pay(ndct, aPayment());
      });
      assert.equal(run.batches, 1);
      assert.equal(await payer.status(payment), "ACTC");
    });

    test("nor does a world that is restored during due batches", async () => {
      const payer = await aPayer(bank());
      const payment = await payer.pay(ndct, aPayment());
      await bank().clock.advance(0);
      await bank().snapshots.save("signed");
      await runWeek(bank(), () => bank().snapshots.restore("signed"));
      assert.equal(await payer.status(payment), "ACTC");
    });
  },
  { startAt: monday, hasBackgroundJobs: false },
);
