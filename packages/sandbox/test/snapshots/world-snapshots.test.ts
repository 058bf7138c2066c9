import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { freshDatabase } from "@varde/testkit/postgres";
import { aTpp } from "@varde/testkit/tpp";
import { startBank, type TestBank } from "../../src/index.ts";

const reads = ["/v1/accounts?withBalance=true", "/v1/accounts/kari-current/transactions"];

const onEach = (define: (start: () => Promise<TestBank>) => Promise<void>) => async () => {
  await define(() => startBank());
  const { url, drop } = await freshDatabase();
  await define(() => startBank({ location: { engine: "postgres", url } }));
  await drop();
};

describe("snapshots", () => {
  test(
    "bring a world back to what it was, on either engine",
    onEach(async (start) => {
      const bank = await start();
      try {
        await bank.clock.set("2026-11-16T12:00:00Z");
        const payer = await aPayer(bank);
        const payment = await payer.pay(ndct, aPayment());
        // The bank records when the batches of a world start; this makes it do so before the save.
        await bank.clock.advance(0);
        const before = await Promise.all(reads.map(async (path) => (await payer.get(path)).text));
        await bank.snapshots.save("signed");
        const exported = await bank.snapshots.export();
        await bank.clock.advance("P2D");
        assert.equal(await payer.status(payment).catch(() => "401"), "ACSC");
        await bank.snapshots.restore("signed");
        assert.equal(await bank.snapshots.export(), exported);
        assert.equal((await bank.clock.read()).now, "2026-11-16T12:00:00.000Z");
        const after = await Promise.all(reads.map(async (path) => (await payer.get(path)).text));
        assert.deepEqual(after, before);
        assert.equal(await payer.status(payment), "ACTC");
        assert.deepEqual(await bank.checkBooks(), []);
        await bank.clock.advance("P2D");
        assert.equal((await bank.batches.list(1))[0]?.state, "done");
      } finally {
        await bank.close();
      }
    }),
  );

  test("can be imported into another bank, for its TPP", async () => {
    const [one, other] = await Promise.all([startBank(), startBank()]);
    try {
      await Promise.all([one.clock.set("2026-11-16T12:00:00Z"), other.clock.read()]);
      const payer = await aPayer(one);
      const payment = await payer.pay(ndct, aPayment());
      const text = await one.snapshots.export();
      await other.snapshots.import(text);
      const tpp = aTpp(other);
      const status = await tpp.send({ path: `${payment}/status` });
      assert.equal(status.json.transactionStatus, "ACTC", status.text);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });

  test("that are malformed are refused and leave the world unchanged", async () => {
    // Without background jobs nothing else changes the world during the test.
    const bank = await startBank({ hasBackgroundJobs: false });
    try {
      const before = await bank.snapshots.export();
      const bad: readonly [string, RegExp][] = [
        ["{", /not JSON/],
        ["{}", /not a snapshot/],
        [before.replace('"version":1', '"version":2'), /version/],
        [before.replace('"sandbox_person": {', '"sandbox_dog": {'), /sandbox_dog/],
        [before.replace('"customer_number"', '"x) values (1); --"'), /cannot be restored/],
        [before.replace('"customer_number"', '"shoe_size"'), /cannot be restored/],
        [before.replace('"rows": [', '"rows": [[1],'), /malformed/],
      ];
      for (const [text, reason] of bad) {
        await assert.rejects(bank.snapshots.import(text), reason);
        assert.equal(await bank.snapshots.export(), before);
      }
      await assert.rejects(bank.snapshots.restore("none"), /no snapshot none/);
    } finally {
      await bank.close();
    }
  });
});
