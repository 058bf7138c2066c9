import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ledger } from "@varde/ledger";
import type { AccountId, WorldId } from "@varde/storage";
import { neighbourWorld } from "@varde/testkit/storage";
import { at } from "../a-ledger.ts";
import { aWorld } from "../a-world.ts";
import { onEachEngine } from "../on-each-engine.ts";

onEachEngine("accounts and worlds", (theLedger) => {
  test("copies a world completely and independently, and resets it", async () => {
    const ledger = theLedger();
    const template = aWorld(ledger);
    await template.open({ bban: "86011117947" });
    await template.submit();
    const copy = aWorld(ledger);
    await ledger.resetWorld(copy.id, template.id);
    assert.deepEqual(await copy.balances(), [100_000n, 10_200n]);
    await ledger.runClearing(copy.id, at);
    assert.deepEqual(await copy.balances(), [89_800n, 0n]);
    assert.deepEqual(await template.balances(), [100_000n, 10_200n]);
    assert.deepEqual(await ledger.checkBooks(copy.id), []);
    await ledger.resetWorld(copy.id, template.id);
    assert.deepEqual(await copy.balances(), [100_000n, 10_200n]);
    await ledger.deleteWorld(copy.id);
    assert.deepEqual(await ledger.listWorldAccounts(copy.id), []);
  });

  test("closes no account that money is on its way to, or reserved on", async () => {
    const ledger = theLedger();
    for (const id of ["kari-current", "kari-savings"]) {
      const refusal = await ledger.closeAccount(neighbourWorld, id, at);
      assert.equal(refusal?.refused, "account-in-use", id);
      assert.equal((await ledger.findAccountById(neighbourWorld, id))?.closedAt, null, id);
    }
  });

  test("finds an account by its numbers until it is closed", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    const numbers = { bban: "86011117947", iban: "NO9386011117947" };
    await world.open({ ...numbers, creditLineMinor: 1_000n });
    assert.equal((await ledger.findAccountByBban(world.id, "86011117947"))?.id, "kari");
    assert.equal((await ledger.findAccountByIban(world.id, "NO9386011117947"))?.id, "kari");
    assert.equal((await ledger.findAccountById(world.id, "kari"))?.closedAt, null);
    await assert.rejects(world.open({ id: "twin", bban: "86011117947" }), /number-taken/);
    await world.submit();
    const refusal = await ledger.closeAccount(world.id, "kari", at);
    assert.equal(refusal?.refused, "account-in-use");
    await ledger.runClearing(world.id, at);
    assert.equal(await ledger.hasFunds(world.id, "kari", 1n, "NOK"), true);
    await ledger.closeAccount(world.id, "kari", at);
    assert.equal(await ledger.findAccountByBban(world.id, "86011117947"), undefined);
    assert.equal((await ledger.findAccountById(world.id, "kari"))?.closedAt, at);
    assert.equal(await ledger.hasFunds(world.id, "kari", 1n, "NOK"), false);
    assert.deepEqual(await ledger.listAccounts(world.id, "owner-1"), []);
    await world.open({ id: "twin", bban: "86011117947" });
  });

  test("reserves funds without an instruction until the reservation is released", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    const texts = { creditor: { name: "Kaffebaren" } };
    const reservation = { worldId: world.id, id: "hold", accountId: "kari", texts };
    const create = (amountMinor: bigint) =>
      ledger.createReservation({ ...reservation, amountMinor }, at);
    assert.equal(await create(100_001n), false);
    assert.equal(await create(60_000n), true);
    assert.equal(await ledger.hasFunds(world.id, "kari", 40_000n, "NOK"), true);
    assert.equal(await ledger.hasFunds(world.id, "kari", 40_001n, "NOK"), false);
    assert.equal(await ledger.hasFunds(world.id, "kari", 3_473n, "EUR"), false);
    assert.equal((await ledger.listPending(world.id, "kari"))[0]?.amountMinor, -60_000n);
    assert.equal(await ledger.releaseReservation(world.id, "hold", at), true);
    assert.equal(await ledger.releaseReservation(world.id, "hold", at), false);
    assert.deepEqual(await world.balances(), [100_000n, 0n]);
  });
});

/** Compiled, never called: the ids of a world and of an account cannot be swapped. */
export function idsAreTyped(
  ledger: Ledger,
  worldId: WorldId,
  accountId: AccountId,
): readonly unknown[] {
  return [
    // @ts-expect-error: the world comes before the account
    ledger.readBalances(accountId, worldId),
    // @ts-expect-error: the world comes before the account
    ledger.listTransactions(accountId, worldId, { limit: 1 }),
    // @ts-expect-error: an account is not a world
    ledger.resetWorld(worldId, accountId),
  ];
}
