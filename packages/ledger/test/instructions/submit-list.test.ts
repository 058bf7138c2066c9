import assert from "node:assert/strict";
import { test } from "node:test";
import { at } from "../a-ledger.ts";
import { anInstruction, aWorld } from "../a-world.ts";
import { onEachEngine } from "../on-each-engine.ts";

onEachEngine("lists of instructions", (theLedger) => {
  test("carries out a list in order, and continues after missing funds", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open({ openingMinor: 25_000n });
    await world.open({ id: "ola", bban: "12345678903", openingMinor: 0n });
    const outcomes = await ledger.submitInstructions(
      [
        anInstruction(world.id, { id: "a", kind: "own-bank" }),
        anInstruction(world.id, { id: "b", amountMinor: 90_000n }),
        // Ola has only the money from the first instruction.
        anInstruction(world.id, {
          id: "c",
          debtor: { accountId: "ola" },
          creditor: { name: "Per", bban: "15032080119" },
          amountMinor: 9_000n,
        }),
        anInstruction(world.id, { id: "d", creditor: { name: "Per", bban: "15032080119" } }),
      ],
      at,
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["booked", "no-funds", "sent", "sent"],
    );
    assert.deepEqual(await world.balances("kari"), [14_900n, 10_200n]);
    assert.deepEqual(await world.balances("ola"), [10_000n, 9_200n]);
    assert.deepEqual(await ledger.checkBooks(world.id), []);
  });

  test("moves nothing when an attempt is repeated, but does in a further one", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open({ openingMinor: 0n });
    assert.equal((await world.submit({ attempt: 2n })).status, "no-funds");
    await ledger.postTransactions(
      {
        worldId: world.id,
        accountId: "kari",
        balance: "moved",
        transactions: [
          { bookingDate: "2026-03-02", valueDate: "2026-03-02", amountMinor: 50_000n, texts: {} },
        ],
      },
      at,
    );
    assert.equal((await world.submit({ attempt: 2n })).status, "no-funds");
    assert.equal((await world.submit({ attempt: 1n })).status, "no-funds");
    assert.deepEqual(await world.balances(), [50_000n, 0n]);
    assert.equal((await world.submit({ attempt: 4n })).status, "sent");
    assert.equal((await world.submit({ attempt: 2n })).status, "sent");
    assert.deepEqual(await world.balances(), [50_000n, 10_200n]);
  });
});
