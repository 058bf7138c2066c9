import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBank, type TestBank } from "@varde/sandbox";
import { aPayer, aPayment, ndct } from "../../../../test/support/payer.ts";
import { onlyWorld } from "../../../../test/support/psu-visit.ts";
import { claimBatch, finishBatch } from "../../src/batches/batch-store.ts";
import { batchesAfter, batchTimesDefault } from "../../src/batches/batch-times.ts";
import { runDueBatches } from "../../src/batches/run-due-batches.ts";

const monday = Date.parse("2026-11-16T05:45:00+01:00");

let bank: TestBank;
before(async () => {
  bank = await startBank({ hasChores: false, startAt: monday });
});
after(() => bank.close());

/** The next batch, with the clock at its time and whoever ends the process at hand. */
const aDueBatch = async () => {
  await bank.clock.advance(0);
  const worldId = await onlyWorld(bank);
  const [batch] = batchesAfter(batchTimesDefault, await bank.clock.now(worldId)).take(1);
  assert.ok(batch !== undefined);
  await bank.clock.setClock(worldId, batch.dueAt, "fixed");
  const end = new AbortController();
  return {
    worldId,
    batch,
    end,
    run: () => runDueBatches(worldId, bank.bank, { stopping: end.signal }),
  };
};

test("a process that ends waits for no batch of another's", async () => {
  const { worldId, batch, end, run } = await aDueBatch();
  const key = { worldId, epoch: 0 };
  await bank.storage.write(() => claimBatch(key, batch, "another", Date.now()));
  const { ids } = bank.bank;
  const { newId } = ids;
  // Asked for just before the batch is claimed.
  Object.assign(ids, {
    newId: () => {
      end.abort();
      return newId();
    },
  });
  await assert.rejects(run(), { name: "AbortError" });
  Object.assign(ids, { newId });
  await bank.storage.write(() => finishBatch("another", key, 0, Date.now()));
});

test("a process that ends leaves its batch in the middle and says that it ends", async () => {
  const payer = await aPayer(bank);
  const payment = await payer.pay(ndct, aPayment());
  const { end, run } = await aDueBatch();
  const { coreBank } = bank.bank;
  const { submitAll } = coreBank;
  Object.assign(coreBank, {
    submitAll: (...given: Parameters<typeof submitAll>) => {
      end.abort();
      return submitAll(...given);
    },
  });
  await assert.rejects(run(), { name: "AbortError" });
  Object.assign(coreBank, { submitAll });
  assert.notEqual(await payer.status(payment), "ACTC", "what was under way is kept");
});
