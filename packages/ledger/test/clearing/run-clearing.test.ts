import assert from "node:assert/strict";
import { test } from "node:test";
import { at, dayMs } from "../a-ledger.ts";
import { anInstruction, aWorld } from "../a-world.ts";
import { onEachEngine } from "../on-each-engine.ts";

onEachEngine("clearing", (theLedger) => {
  test("reserves a payment to another bank, then books it in the clearing run", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    assert.equal((await world.submit()).status, "sent");
    assert.deepEqual(await world.balances(), [100_000n, 10_200n]);
    const listed = await ledger.listPending(world.id, "kari");
    const entries = listed.map(({ kind, amountMinor }) => [kind, amountMinor]);
    assert.deepEqual(entries.toSorted(), [
      ["fee", -200n],
      ["payment", -10_000n],
    ]);
    const pending = listed.find(({ kind }) => kind === "payment");
    assert.ok(pending);
    assert.equal(pending.texts.creditor?.name, "Ola Nordmann");

    const run = await ledger.runClearing(world.id, at);
    assert.deepEqual(run, { booked: 1, rejected: 0, returned: 0 });
    assert.deepEqual(await world.balances(), [89_800n, 0n]);
    assert.deepEqual(await ledger.listPending(world.id, "kari"), []);
    const booked = await ledger.readTransaction(world.id, "kari", pending.id);
    assert.equal(booked?.amountMinor, -10_000n);
    assert.deepEqual(await ledger.runClearing(world.id, at), {
      booked: 0,
      rejected: 0,
      returned: 0,
    });
  });

  test("holds a payment until a later clearing run, or until it is released", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    const counterparty = { behaviour: "hold" } as const;
    const held = { id: "held", counterparty };
    for (const kind of ["clearing", "instant"] as const) {
      assert.equal((await world.submit({ ...held, id: kind, kind })).status, "held");
      assert.equal((await world.submit({ ...held, id: kind, kind })).status, "held", "repeated");
    }
    assert.equal((await ledger.runClearing(world.id, at)).booked, 0, "at the same instant");
    assert.equal((await world.submit({ ...held, id: "clearing" })).status, "held");
    assert.deepEqual(await ledger.listOutcomes({ worldId: world.id, limit: 10 }), []);

    assert.equal(await ledger.releaseInstruction(world.id, "instant", at), true);
    assert.equal(await ledger.releaseInstruction(world.id, "instant", at), false, "only once");
    const [released] = await ledger.listOutcomes({ worldId: world.id, limit: 10 });
    assert.deepEqual([released?.instructionId, released?.status], ["instant", "sent"]);
    assert.equal((await ledger.runClearing(world.id, at)).booked, 1);
    assert.equal((await ledger.runClearing(world.id, at + 1n)).booked, 1, "the other one");
    assert.deepEqual(await ledger.checkBooks(), []);
  });

  test("shows a clearing payment between two customers as pending on both sides", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    await world.open({ id: "ola", bban: "12345678903", openingMinor: 0n });
    await world.submit();
    const [incoming] = await ledger.listPending(world.id, "ola");
    assert.equal(incoming?.amountMinor, 10_000n);
    await ledger.runClearing(world.id, at);
    assert.deepEqual(await world.balances("ola"), [10_000n, 0n]);
  });

  test("releases the reservation of a rejected payment, including the fee", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    await ledger.setCounterparty({
      worldId: world.id,
      accountNumber: "12345678903",
      behaviour: "reject",
      reason: "AC04",
    });
    await world.submit();
    assert.equal((await ledger.runClearing(world.id, at)).rejected, 1);
    assert.deepEqual(await world.balances(), [100_000n, 0n]);
    const [outcome] = await ledger.listOutcomes({ worldId: world.id, limit: 10 });
    assert.equal(outcome?.status, "rejected");
    assert.equal(outcome.reason, "AC04");
    const instant = await world.submit({ id: "payment-2", kind: "instant" });
    assert.equal(instant.status, "refused");
  });

  test("holds a delayed payment until its time, but not a payment of another amount", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    await ledger.setCounterparty({
      worldId: world.id,
      accountNumber: "*",
      amountMinor: 10_000n,
      behaviour: "delay",
      delayMs: dayMs,
    });
    await world.submit();
    await world.submit({ id: "payment-2", amountMinor: 9_999n });
    assert.equal((await ledger.runClearing(world.id, at)).booked, 1);
    assert.equal((await ledger.runClearing(world.id, at + dayMs - 1n)).booked, 0);
    assert.equal((await ledger.runClearing(world.id, at + dayMs)).booked, 1);
  });

  test("returns a payment without its fee and stores its outcome", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    await ledger.setCounterparty({
      worldId: world.id,
      accountNumber: "12345678903",
      behaviour: "return",
      delayMs: dayMs,
    });
    await world.submit();
    await ledger.runClearing(world.id, at);
    const booked = await ledger.listOutcomes({ worldId: world.id, limit: 10 });
    assert.equal((await ledger.runClearing(world.id, at + dayMs)).returned, 1);
    assert.deepEqual(await world.balances(), [99_800n, 0n]);
    await ledger.acknowledgeOutcomes(booked);
    const [returned] = await ledger.listOutcomes({ worldId: world.id, limit: 10 });
    assert.equal(returned?.status, "returned");
    await ledger.acknowledgeOutcomes([returned]);
    assert.deepEqual(await ledger.listOutcomes({ worldId: world.id, limit: 10 }), []);
  });

  test("settles each payment once in two concurrent clearing runs", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open({ openingMinor: 10_000_000n });
    const payment = (_: unknown, n: number) =>
      anInstruction(world.id, { id: `p-${n}`, amountMinor: 100n });
    await ledger.submitInstructions(Array.from({ length: 350 }, payment), at);
    const runs = await Promise.all([
      ledger.runClearing(world.id, at),
      ledger.runClearing(world.id, at),
    ]);
    assert.equal(runs[0].booked + runs[1].booked, 350);
    assert.deepEqual(await world.balances(), [10_000_000n - 350n * 300n, 0n]);
  });
});
