import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { all, sql } from "@varde/storage";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";

const startAt = Date.parse("2026-11-16T09:00:00+01:00");

test("F01: a payment that a crash left queued is executed before the clock advances", async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "varde-crash-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const options = {
    location: { engine: "sqlite", folder },
    hasBackgroundJobs: false,
    startAt,
  } as const;
  {
    await using crashing = await aBank(options);
    const payer = await aPayer(crashing);
    await payer.pay(ndct, aPayment());
    Object.assign(crashing.bank.coreBank, {
      submitAll: () => Promise.reject(new Error("the process ends here")),
    });
    await assert.rejects(crashing.runBatch(await onlyWorld(crashing)), /the process ends here/);
  }
  await using bank = await aBank(options);
  const control = await bank.controlOf(await onlyWorld(bank));
  const readStatus = () => bank.storage.read(() => all(sql`select status from payment`));
  assert.deepEqual(await readStatus(), [{ status: "PDNG" }]);
  await control.clock.advance("P1D");
  assert.deepEqual(await readStatus(), [{ status: "ACSC" }]);
});
