import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Ledger, Refused } from "../src/index.ts";
import { aLedger, at, dayMs, feesOnAll, today } from "./support/a-ledger.ts";
import { aWorld } from "./support/a-world.ts";
import { engines } from "./support/engines.ts";

for (const engine of engines) {
  describe(`the ledger on ${engine.name}`, () => {
    let ledger: Ledger;
    let stop: () => Promise<void>;

    before(async () => {
      const { location, drop } = await engine.locate();
      const opened = await aLedger(location, feesOnAll);
      ledger = opened.ledger;
      stop = async () => {
        await opened.close();
        await drop();
      };
    });
    after(async () => {
      assert.deepEqual(await ledger.checkBooks(), []);
      await stop();
    });

    test("an own-bank payment is booked at once on both accounts, the fee apart", async () => {
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

    test("a payment to another bank is reserved, then booked by the clearing run", async () => {
      const world = aWorld(ledger);
      await world.open();
      assert.equal((await world.submit()).status, "sent");
      assert.deepEqual(await world.balances(), [100_000n, 10_200n]);
      const [pending] = await ledger.listPending(world.id, "kari");
      assert.equal(pending?.amountMinor, -10_000n);
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

    test("a clearing payment between two customers is pending on both sides", async () => {
      const world = aWorld(ledger);
      await world.open();
      await world.open({ id: "ola", bban: "12345678903", openingMinor: 0n });
      await world.submit();
      const [incoming] = await ledger.listPending(world.id, "ola");
      assert.equal(incoming?.amountMinor, 10_000n);
      await ledger.runClearing(world.id, at);
      assert.deepEqual(await world.balances("ola"), [10_000n, 0n]);
    });

    test("an exchange is debited at the table's rate and sums to zero in each currency", async () => {
      const world = aWorld(ledger);
      await world.open();
      const order = {
        kind: "cross-border",
        currency: "EUR",
        amountMinor: 5_000n,
        creditor: { name: "Erika", iban: "DE89370400440532013000", country: "DE" },
      } as const;
      const quote = await ledger.quoteInstruction({
        worldId: world.id,
        debtor: { accountId: "kari" },
        ...order,
      });
      assert.deepEqual(quote, {
        currency: "NOK",
        debitedMinor: 57_600n,
        feeMinor: 3_000n,
        conversionFeeMinor: 144n,
        totalFeeMinor: 3_144n,
        ratePpm: 11_520_000n,
      });
      await world.submit(order);
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

    test("a payment over what is available finds no funds and may be tried again", async () => {
      const world = aWorld(ledger);
      await world.open({ creditLineMinor: 200n });
      const tooMuch = { amountMinor: 100_001n };
      assert.equal((await world.submit(tooMuch)).status, "no-funds");
      assert.deepEqual(await world.balances(), [100_000n, 0n]);
      assert.equal(await ledger.readOutcome(world.id, "payment-1"), undefined);
      assert.equal((await world.submit({ amountMinor: 100_000n })).status, "sent");
      assert.deepEqual(await world.balances(), [100_000n, 100_200n]);
    });

    test("a known instruction is answered with where it stands, and nothing moves", async () => {
      const world = aWorld(ledger);
      await world.open();
      const first = await world.submit({ kind: "instant" });
      assert.deepEqual(await world.submit({ kind: "instant" }), first);
      assert.deepEqual(await world.balances(), [89_700n, 0n]);
      await assert.rejects(world.submit({ kind: "instant", amountMinor: 1n }), /other content/);
    });

    test("what cannot be carried out is refused with its reason", async () => {
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

    test("a rejected payment gives its reservation back, fee and all", async () => {
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

    test("a delayed payment waits for its time, one of another amount does not", async () => {
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

    test("a returned payment comes back without its fee, and its outcome is kept", async () => {
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

    test("a sent payment can be cancelled once, a booked one cannot", async () => {
      const world = aWorld(ledger);
      await world.open();
      await world.submit();
      assert.equal(await ledger.cancelInstruction(world.id, "payment-1", at), true);
      assert.equal(await ledger.cancelInstruction(world.id, "payment-1", at), false);
      assert.deepEqual(await world.balances(), [100_000n, 0n]);
      assert.equal((await world.submit()).status, "cancelled");
      await world.submit({ id: "payment-2" });
      await ledger.runClearing(world.id, at);
      assert.equal(await ledger.cancelInstruction(world.id, "payment-2", at), false);
    });

    test("of 64 payments at once, the account pays the ten it has funds for", async () => {
      const world = aWorld(ledger);
      await world.open({ openingMinor: 103_000n });
      await world.open({ id: "ola", bban: "12345678903", openingMinor: 0n });
      const kinds = ["instant", "own-bank"] as const;
      const outcomes = await Promise.all(
        Array.from({ length: 64 }, (_, n) =>
          world.submit({
            id: `payment-${n}`,
            kind: kinds[n % 2] ?? "instant",
            agreedFeeMinor: 300n,
          }),
        ),
      );
      assert.equal(outcomes.filter(({ status }) => status === "booked").length, 10);
      assert.equal(outcomes.filter(({ status }) => status === "no-funds").length, 54);
      assert.deepEqual(await world.balances(), [0n, 0n]);
    });

    test("one instruction submitted 64 times at once is booked once", async () => {
      const world = aWorld(ledger);
      await world.open();
      const outcomes = await Promise.all(
        Array.from({ length: 64 }, () => world.submit({ kind: "instant" })),
      );
      assert.equal(new Set(outcomes.map((outcome) => JSON.stringify(outcome, text))).size, 1);
      assert.deepEqual(await world.balances(), [89_700n, 0n]);
    });

    test("payments crosswise between two accounts all go through", async () => {
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

    test("two clearing runs at once settle each payment once", async () => {
      const world = aWorld(ledger);
      await world.open({ openingMinor: 10_000_000n });
      await Promise.all(
        Array.from({ length: 350 }, (_, n) => world.submit({ id: `p-${n}`, amountMinor: 100n })),
      );
      const runs = await Promise.all([
        ledger.runClearing(world.id, at),
        ledger.runClearing(world.id, at),
      ]);
      assert.equal(runs[0].booked + runs[1].booked, 350);
      assert.deepEqual(await world.balances(), [10_000_000n - 350n * 300n, 0n]);
    });

    test("history explains the balance it is told to keep", async () => {
      const world = aWorld(ledger);
      await world.open();
      const transactions = [
        { bookingDate: "2026-01-05", valueDate: "2026-01-05", amountMinor: -50_000n, texts: {} },
        { bookingDate: "2026-01-12", valueDate: "2026-01-13", amountMinor: 20_000n, texts: {} },
      ];
      const history = { worldId: world.id, accountId: "kari", transactions };
      await ledger.postTransactions({ ...history, balance: "kept" }, at);
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
      await assert.rejects(
        ledger.postTransactions({ ...history, transactions: tooMuch, balance: "moved" }, at),
        Refused,
      );
    });

    test("a list is paged by key, by offset and from its end, all with the same order", async () => {
      const world = aWorld(ledger);
      await world.open();
      const transactions = Array.from({ length: 25 }, (_, n) => ({
        bookingDate: `2026-01-${String(1 + Math.floor(n / 4)).padStart(2, "0")}`,
        valueDate: "2026-02-01",
        amountMinor: BigInt(n - 12),
        texts: { remittanceUnstructured: [`number ${n}`] },
      }));
      const ids = await ledger.postTransactions(
        { worldId: world.id, accountId: "kari", transactions, balance: "kept" },
        at,
      );
      const expected = ids.toReversed();
      const list = async (page: object) =>
        (await ledger.listTransactions(world.id, "kari", { limit: 10, ...page })).map((t) => t);
      const first = await list({});
      const second = await list({ after: keyOf(first.at(-1)) });
      const third = await list({ after: keyOf(second.at(-1)) });
      assert.deepEqual(
        [...first, ...second, ...third].map(({ id }) => id),
        expected,
      );
      assert.deepEqual(await list({ before: keyOf(third[0]) }), second);
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

    test("a copied world is whole and apart, a reset one as it began", async () => {
      const template = aWorld(ledger);
      await template.open({ bban: "86011117947" });
      await template.submit();
      const copy = aWorld(ledger);
      await ledger.copyWorld(template.id, copy.id);
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

    test("an account is found by its numbers until it is closed", async () => {
      const world = aWorld(ledger);
      await world.open({ bban: "86011117947", iban: "NO9386011117947" });
      assert.equal((await ledger.findAccountByBban(world.id, "86011117947"))?.id, "kari");
      assert.equal((await ledger.findAccountByIban(world.id, "NO9386011117947"))?.id, "kari");
      await assert.rejects(world.open({ id: "twin", bban: "86011117947" }), Refused);
      await world.submit();
      await assert.rejects(ledger.closeAccount(world.id, "kari", at), Refused);
      await ledger.runClearing(world.id, at);
      await ledger.closeAccount(world.id, "kari", at);
      assert.equal(await ledger.findAccountByBban(world.id, "86011117947"), undefined);
      assert.deepEqual(await ledger.listAccounts(world.id, "owner-1"), []);
      await world.open({ id: "twin", bban: "86011117947" });
    });

    test("a reservation without an instruction holds funds until it is released", async () => {
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
}

function keyOf(transaction: { bookingDate: string; id: string } | undefined) {
  assert.ok(transaction);
  return { bookingDate: transaction.bookingDate, id: transaction.id };
}

function text(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}` : value;
}
