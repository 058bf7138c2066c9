import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { WorldControl } from "@varde/sandbox";
import { all, databaseNow, type Engine, run, sql } from "@varde/storage";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { engines } from "@varde/testkit/storage";
import { aPlaceForData } from "./a-place-for-data.ts";

const startAt = Date.parse("2026-11-16T09:00:00+01:00");
const leaseLeftMs = 1_000;

type Move = (clock: WorldControl["clock"]) => Promise<unknown>;

const testMove = (
  engine: Engine,
  name: string,
  { move, status }: { readonly move: Move; readonly status: string },
): Promise<void> =>
  test(`F01: is executed on ${engine} before the clock ${name}`, async () => {
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
      await crashing.storage.write(() =>
        run(sql`update outbox set claimed_until = ${databaseNow} + ${leaseLeftMs}`),
      );
    }
    await using bank = await aBank(options);
    const control = await bank.controlOf(await onlyWorld(bank));
    const readStatus = () => bank.storage.read(() => all(sql`select status from payment`));
    assert.deepEqual(await readStatus(), [{ status: "PDNG" }]);
    await move(control.clock);
    assert.deepEqual(await readStatus(), [{ status }]);
  });

describe("a payment that a crash left queued", () => {
  const moves: Readonly<Record<string, Parameters<typeof testMove>[2]>> = {
    advances: { move: (clock) => clock.advance("P1D"), status: "ACSC" },
    // No batch runs on the way, so clearing comes later.
    "is set forward": { move: (clock) => clock.set("2026-11-17T09:00:00+01:00"), status: "ACSP" },
  };
  for (const engine of engines) {
    for (const [name, move] of Object.entries(moves)) void testMove(engine, name, move);
  }
});
