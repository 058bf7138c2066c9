import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { run, sql } from "@varde/storage";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";

const startAt = Date.parse("2026-11-16T09:00:00+01:00");
const dueAt = Date.parse("2026-11-16T11:30:00+01:00");

/** Starts a bank with a payment for the next batch, and the clock at the time of the batch. */
const aDueBatch = async () => {
  const bank = await aBank({ hasBackgroundJobs: false, startAt });
  const payer = await aPayer(bank);
  await payer.pay(ndct, aPayment());
  await bank.clock.advance(0);
  const worldId = await onlyWorld(bank);
  const now = Date.now();
  const claim = () =>
    bank.storage.write(() =>
      run(sql`insert into batch (world_id, epoch, due_at, kind, state, owner, claimed_until, taken,
          started_at)
        values (${worldId}, 0, ${dueAt}, 'payments', 'running', 'another', ${now + 3_600_000},
          0, ${now})`),
    );
  await bank.clock.setClock(worldId, dueAt, "fixed");
  /** Runs what is due, as a developer would, and returns the response. */
  const runDue = async () => {
    const response = await fetch(`${bank.addresses.http}/control/v1/clock/advance`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Connection: "close" },
      body: JSON.stringify({ by: 0 }),
    });
    return [response.status, await response.text()] as const;
  };
  return { bank, claim, runDue };
};

const stopped = [
  503,
  JSON.stringify({
    text: "The sandbox is stopping. It resumes from its current state at the next start.",
  }),
] as const;

describe("a bank that is stopped during a batch", { timeout: 300_000 }, () => {
  test("F08: leaves the batch unfinished and says that it is stopping", async () => {
    const { bank, runDue } = await aDueBatch();
    const { coreBank } = bank.bank;
    const { submitAll } = coreBank;
    let closed: Promise<void> | undefined;
    Object.assign(coreBank, {
      submitAll: (...given: Parameters<typeof submitAll>) => {
        closed ??= bank.close();
        return submitAll(...given);
      },
    });
    assert.deepEqual(await runDue(), stopped);
    await closed;
  });

  test("F08: does not wait for another process that runs the batch", async () => {
    const { bank, claim, runDue } = await aDueBatch();
    await claim();
    const { ids } = bank.bank;
    const { newId } = ids;
    let closed: Promise<void> | undefined;
    // Called just before the batch is claimed.
    Object.assign(ids, {
      newId: () => {
        closed ??= bank.close();
        return newId();
      },
    });
    assert.deepEqual(await runDue(), stopped);
    await closed;
  });
});
