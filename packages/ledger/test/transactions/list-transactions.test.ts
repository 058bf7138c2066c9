import assert from "node:assert/strict";
import { test } from "node:test";
import { isLedgerRefusal } from "../../src/index.ts";
import { at } from "../a-ledger.ts";
import { aWorld } from "../a-world.ts";
import { onEachEngine } from "../on-each-engine.ts";

onEachEngine("transactions", (theLedger) => {
  test("adds up to the current balance when history is loaded with the balance kept", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    const transactions = [
      { bookingDate: "2026-01-05", valueDate: "2026-01-05", amountMinor: -50_000n, texts: {} },
      { bookingDate: "2026-01-12", valueDate: "2026-01-13", amountMinor: 20_000n, texts: {} },
    ];
    const history = { worldId: world.id, accountId: "kari", transactions };
    await ledger.postTransactions({ ...history, balance: "unchanged" }, at);
    assert.deepEqual(await world.balances(), [100_000n, 0n]);
    await ledger.postTransactions({ ...history, balance: "moved" }, at);
    assert.deepEqual(await world.balances(), [70_000n, 0n]);
    await world.submit({ kind: "instant" });
    await ledger.deleteHistory(world.id, "kari");
    assert.deepEqual(await world.balances(), [59_700n, 0n]);
    const left = await ledger.listTransactions(world.id, "kari", { limit: 10 });
    assert.deepEqual(
      left.map(({ kind }) => kind),
      ["fee", "payment"],
    );
    const tooMuch = [
      { bookingDate: "2026-01-05", valueDate: "2026-01-05", amountMinor: -59_701n, texts: {} },
    ];
    const refusal = await ledger.postTransactions(
      { ...history, transactions: tooMuch, balance: "moved" },
      at,
    );
    assert.equal(isLedgerRefusal(refusal) && refusal.refused, "below-credit-line");
  });

  test("lists pages by key, by offset and from the end in the same order", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    const transactions = Array.from({ length: 25 }, (_, n) => ({
      bookingDate: `2026-01-${String(1 + Math.floor(n / 4)).padStart(2, "0")}`,
      valueDate: "2026-02-01",
      amountMinor: BigInt(n - 12),
      texts: { remittanceUnstructured: [`number ${n}`] },
    }));
    const ids = await ledger.postTransactions(
      { worldId: world.id, accountId: "kari", transactions, balance: "unchanged" },
      at,
    );
    assert.ok(!isLedgerRefusal(ids));
    const expected = ids.toReversed();
    const list = async (page: object) =>
      (await ledger.listTransactions(world.id, "kari", { limit: 10, ...page })).map((t) => t);
    const first = await list({});
    const second = await list({ after: transactionKey(first.at(-1)) });
    const third = await list({ after: transactionKey(second.at(-1)) });
    assert.deepEqual(
      [...first, ...second, ...third].map(({ id }) => id),
      expected,
    );
    assert.deepEqual(await list({ before: transactionKey(third[0]) }), second);
    assert.deepEqual(await list({ offset: 10 }), second);
    assert.deepEqual(
      (await list({ offset: 23 })).map(({ id }) => id),
      expected.slice(23),
    );
    assert.deepEqual(await list({ offset: 25 }), []);
    assert.deepEqual(
      (await list({ fromEnd: true })).map(({ id }) => id),
      expected.slice(15),
    );
    const range = { from: "2026-01-02", to: "2026-01-03" };
    assert.equal(await ledger.countTransactions(world.id, "kari", range), 8);
    assert.deepEqual(
      (await list({ ...range, offset: 3 })).map(({ id }) => id),
      ids.slice(4, 12).toReversed().slice(3),
    );
    assert.equal(await ledger.countTransactions(world.id, "kari", {}), 25);
  });
});

function transactionKey(transaction: { bookingDate: string; id: string } | undefined) {
  assert.ok(transaction);
  return { bookingDate: transaction.bookingDate, id: transaction.id };
}
