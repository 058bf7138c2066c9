import assert from "node:assert/strict";
import { test } from "node:test";
import { at, today } from "../a-ledger.ts";
import { aWorld } from "../a-world.ts";
import { onEachEngine } from "../on-each-engine.ts";

onEachEngine("instructions", (theLedger) => {
  test("books an own-bank payment on both accounts immediately, with a separate fee", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    await world.open({ id: "ola", bban: "12345678903", openingMinor: 0n });
    const outcome = await world.submit({ kind: "own-bank" });
    assert.equal(outcome.status, "booked");
    assert.deepEqual(await world.balances("kari"), [89_900n, 0n]);
    assert.deepEqual(await world.balances("ola"), [10_000n, 0n]);
    const booked = await ledger.listTransactions(world.id, "kari", { limit: 10 });
    assert.deepEqual(
      booked.map(({ kind, amountMinor, bookingDate }) => [kind, amountMinor, bookingDate]),
      [
        ["fee", -100n, today],
        ["payment", -10_000n, today],
      ],
    );
  });

  test("debits an exchange at the table's rate and sums to zero in each currency", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    await world.submit({
      kind: "cross-border",
      currency: "EUR",
      amountMinor: 5_000n,
      creditor: { name: "Erika", iban: "DE89370400440532013000", country: "DE" },
    });
    await ledger.runClearing(world.id, at);
    assert.deepEqual(await world.balances(), [100_000n - 57_600n - 3_144n, 0n]);
    const own = await ledger.readInternalBalances(world.id);
    assert.deepEqual(
      Object.fromEntries(own.map(({ accountId, bookedMinor }) => [accountId, bookedMinor])),
      {
        "internal:equity:NOK": -100_000n,
        "internal:fees:NOK": 3_144n,
        "internal:nostro:EUR": 5_000n,
        "internal:position:EUR": -5_000n,
        "internal:position:NOK": 57_600n,
      },
    );
    const booked = await ledger.listTransactions(world.id, "kari", { limit: 10 });
    assert.deepEqual(booked.find(({ kind }) => kind === "payment")?.exchange, {
      originalCurrency: "EUR",
      originalMinor: 5_000n,
      ratePpm: 11_520_000n,
    });
  });

  test("credits no account by a number that does not apply to the kind of payment", async () => {
    const world = aWorld(theLedger());
    await world.open();
    const ola = { bban: "12345678903", iban: "NO7112345678903", bic: "VARDNOK0" };
    await world.open({ id: "ola", openingMinor: 0n, ...ola });
    const astray = [
      { kind: "clearing", creditor: { name: "Erika", bban: "15032080119", iban: ola.iban } },
      { kind: "cross-border", creditor: { name: "Erika", bban: ola.bban, bic: "CHASUS33" } },
    ] as const;
    for (const [at, order] of astray.entries())
      await world.submit({ id: `astray-${at}`, ...order });
    await theLedger().runClearing(world.id, at);
    assert.deepEqual(await world.balances("ola"), [0n, 0n]);
    const meant = { name: "Ola", bban: ola.bban, bic: "VARDNOK0XXX" };
    await world.submit({ id: "meant", kind: "cross-border", creditor: meant });
    await theLedger().runClearing(world.id, at);
    assert.deepEqual(await world.balances("ola"), [10_000n, 0n]);
  });

  test("refuses a payment above the available balance and allows another attempt", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open({ creditLineMinor: 200n });
    const tooMuch = { amountMinor: 100_001n };
    assert.equal((await world.submit(tooMuch)).status, "no-funds");
    assert.deepEqual(await world.balances(), [100_000n, 0n]);
    assert.equal((await world.submit({ amountMinor: 100_000n })).status, "sent");
    assert.deepEqual(await world.balances(), [100_000n, 100_200n]);
  });

  test("returns the outcome of a known instruction and moves nothing", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    const first = await world.submit({ kind: "instant" });
    assert.deepEqual(await world.submit({ kind: "instant" }), first);
    assert.deepEqual(await world.balances(), [89_700n, 0n]);
    for (const change of [
      { amountMinor: 1n },
      { debtor: { accountId: "ola" } },
      { creditor: { bban: "86011117947" } },
    ]) {
      await assert.rejects(world.submit({ kind: "instant", ...change }), /other content/);
    }
  });

  test("refuses an instruction that cannot be carried out, with the reason", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open({ bban: "86011117947" });
    await world.open({ id: "loan", isPayable: false });
    const refusals = [
      [{ amountMinor: 0n }, "amount-not-positive"],
      [{ debtor: { accountId: "nobody" } }, "debtor-unknown"],
      [{ debtor: { accountId: "loan" } }, "debtor-not-payable"],
      [{ kind: "own-bank" }, "creditor-unknown"],
      [{ creditor: { bban: "86011117947" } }, "creditor-is-debtor"],
      [{ currency: "XXX" }, "currency-unknown"],
    ] as const;
    for (const [changes, reason] of refusals) {
      const outcome = await world.submit(changes);
      assert.equal(outcome.status === "refused" && outcome.reason, reason);
    }
    assert.deepEqual(await world.balances(), [100_000n, 0n]);
  });

  test("makes the ten of 24 concurrent payments that the account has funds for", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open({ openingMinor: 103_000n });
    await world.open({ id: "ola", bban: "12345678903", openingMinor: 0n });
    const kinds = ["instant", "own-bank"] as const;
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        world.submit({
          id: `payment-${n}`,
          kind: kinds[n % 2] ?? "instant",
          agreedFeeMinor: 300n,
        }),
      ),
    );
    assert.equal(outcomes.filter(({ status }) => status === "booked").length, 10);
    assert.equal(outcomes.filter(({ status }) => status === "no-funds").length, 14);
    assert.deepEqual(await world.balances(), [0n, 0n]);
  });

  test("books one instruction once when it is submitted 64 times concurrently", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open();
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, () => world.submit({ kind: "instant" })),
    );
    assert.equal(new Set(outcomes.map((outcome) => JSON.stringify(outcome, text))).size, 1);
    assert.deepEqual(await world.balances(), [89_700n, 0n]);
  });

  test("makes all concurrent payments between two accounts in both directions", async () => {
    const ledger = theLedger();
    const world = aWorld(ledger);
    await world.open({ bban: "86011117947" });
    await world.open({ id: "ola", bban: "12345678903" });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        world.submit({
          id: `payment-${n}`,
          kind: "own-bank",
          amountMinor: 100n,
          agreedFeeMinor: 0n,
          debtor: { accountId: n % 2 === 0 ? "kari" : "ola" },
          creditor: { bban: n % 2 === 0 ? "12345678903" : "86011117947" },
        }),
      ),
    );
    assert.ok(outcomes.every(({ status }) => status === "booked"));
    assert.deepEqual(await world.balances("kari"), [100_000n, 0n]);
  });
});

function text(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}` : value;
}
