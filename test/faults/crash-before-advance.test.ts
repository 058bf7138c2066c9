import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { all, run, sql } from "@varde/storage";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { engines } from "@varde/testkit/storage";
import { aPlaceForData } from "./a-place-for-data.ts";

const startAt = Date.parse("2026-11-16T09:00:00+01:00");
const leaseLeftMs = 1_000;

describe("a payment that a crash left queued", () => {
  for (const engine of engines) {
    test(`F01: is executed on ${engine} before the clock advances`, async () => {
      await using place = await aPlaceForData(engine);
      const options = { location: place.location, hasBackgroundJobs: false, startAt };
      {
        await using crashing = await aBank(options);
        const payer = await aPayer(crashing);
        await payer.pay(ndct, aPayment());
        Object.assign(crashing.bank.coreBank, {
          submitAll: () => Promise.reject(new Error("the process ends here")),
        });
        await assert.rejects(crashing.runBatch(await onlyWorld(crashing)), /the process ends here/);
        // As if the crash had been some seconds ago, so that the test need not wait for them.
        const until = Date.now() + leaseLeftMs;
        await crashing.storage.write(() => run(sql`update outbox set claimed_until = ${until}`));
      }
      await using bank = await aBank(options);
      const control = await bank.controlOf(await onlyWorld(bank));
      const readStatus = () => bank.storage.read(() => all(sql`select status from payment`));
      assert.deepEqual(await readStatus(), [{ status: "PDNG" }]);
      await control.clock.advance("P1D");
      assert.deepEqual(await readStatus(), [{ status: "ACSC" }]);
    });
  }
});
