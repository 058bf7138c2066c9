import assert from "node:assert/strict";
import { test } from "node:test";
import { minorMax } from "@varde/protocol/money";
import { at, dayMs, today } from "./a-ledger.ts";
import { anInstruction, aWorld } from "./a-world.ts";
import { onEachEngine } from "./on-each-engine.ts";

const third = minorMax / 3n + 1n;

onEachEngine("balances near 18 digits", (ledger) => {
  test("VAL-21: clearing rejects what the payee's account cannot receive", async () => {
    const world = aWorld(ledger());
    await world.open({ bban: "ours", openingMinor: 0n });
    for (const id of ["one", "two", "three"]) {
      await world.open({ id, openingMinor: minorMax });
      const submitted = await world.submit({
        ...{ id: `from-${id}`, debtor: { accountId: id }, amountMinor: third },
        creditor: { name: "Kari", bban: "ours" },
      });
      assert.equal(submitted.status, "sent");
    }
    const run = await ledger().runClearing(world.id, at);
    assert.deepEqual([run.booked, run.rejected], [0, 3]);
    assert.deepEqual(await world.balances(), [0n, 0n]);
    assert.deepEqual(await world.balances("one"), [minorMax, 0n], "nothing stays reserved");
    const [outcome] = await ledger().listOutcomes({ worldId: world.id, limit: 1 });
    assert.deepEqual([outcome?.status, outcome?.reason], ["rejected", "balance-too-large"]);
  });

  test("VAL-21: a return waits until the account can receive it", async () => {
    const world = aWorld(ledger());
    const worldId = world.id;
    await world.open({ openingMinor: minorMax });
    await ledger().setCounterparty({ worldId, accountNumber: "99809900107", behaviour: "return" });
    const creditor = { name: "Ola", bban: "99809900107" };
    await world.submit({ kind: "instant", creditor, amountMinor: minorMax - 1_000_000n });
    const move = (amountMinor: bigint) => {
      const one = { bookingDate: today, valueDate: today, amountMinor, texts: {} };
      const history = {
        worldId,
        accountId: "kari",
        transactions: [one],
        balance: "moved",
      } as const;
      return ledger().postTransactions(history, at);
    };
    await move(minorMax / 2n);
    assert.equal((await ledger().runClearing(worldId, at)).returned, 0);
    await move(-minorMax / 2n);
    assert.equal((await ledger().runClearing(worldId, at)).returned, 0);
    assert.equal((await ledger().runClearing(worldId, at + dayMs)).returned, 1);
  });

  test("VAL-21: history is refused if the opening balance would be too large", async () => {
    const world = aWorld(ledger());
    const worldId = world.id;
    await world.open({ openingMinor: minorMax });
    const load = async (amountMinor: bigint) => {
      const one = { bookingDate: today, valueDate: today, amountMinor, texts: {} };
      const history = {
        worldId,
        accountId: "kari",
        transactions: [one],
        balance: "unchanged",
      } as const;
      return ledger().postTransactions(history, at);
    };
    const refused = { refused: "balance-too-large" };
    assert.partialDeepStrictEqual(await load(-1n), refused);
    assert.partialDeepStrictEqual(await load(minorMax + 1n), refused);
    const many = [{ id: "t-1", bookingDate: today, valueDate: today, amountMinor: -1n, texts: {} }];
    assert.partialDeepStrictEqual(
      await ledger().loadTransactions(worldId, "kari", many, at),
      refused,
    );
    assert.deepEqual(await ledger().countTransactions(worldId, "kari", {}), 0);
    assert.ok(Array.isArray(await load(1n)));
  });

  test("VAL-21: an account is paid up to 18 digits, its credit line included", async () => {
    const world = aWorld(ledger());
    await world.open({ id: "payer", openingMinor: minorMax });
    await world.open({ bban: "ours", openingMinor: 0n, creditLineMinor: third });
    const pay = (id: string, amountMinor: bigint) =>
      ledger().submitInstructions(
        [
          anInstruction(world.id, {
            ...{ id, kind: "instant", debtor: { accountId: "payer" }, amountMinor },
            creditor: { name: "Kari", bban: "ours" },
          }),
        ],
        at,
      );
    const costly = { id: "costly", debtor: { accountId: "payer" }, agreedFeeMinor: minorMax };
    assert.partialDeepStrictEqual(await world.submit(costly), { reason: "amount-too-large" });
    const [refused] = await pay("much", minorMax - third + 1n);
    assert.deepEqual(refused?.status === "refused" && refused.reason, "balance-too-large");
    const [booked] = await pay("most", minorMax - third - 1_000n);
    assert.equal(booked?.status, "booked");
  });
});
