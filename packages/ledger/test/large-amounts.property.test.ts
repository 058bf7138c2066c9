import assert from "node:assert/strict";
import { test } from "node:test";
import { minorMax } from "@varde/protocol/money";
import type { Engine } from "@varde/storage";
import { runRounds } from "@varde/testkit/rounds";
import { aMigratedDatabase, engines } from "@varde/testkit/storage";
import fc from "fast-check";
import { isLedgerRefusal, type Ledger, ledgerMigrations } from "../src/index.ts";
import { instructionKinds } from "../src/instructions/instruction.ts";
import { aLedger, at, dayMs, feesOnAll, nextNumber, today } from "./a-ledger.ts";
import { anInstruction, aWorld, type TestWorld } from "./a-world.ts";

const accounts = ["NOK-1", "NOK-2", "KWD-1", "XDR-1"] as const;
const returning = "99809900107";

/** Amounts around the greatest, and around what a few of them add up to. */
const large = fc.oneof(
  fc.bigInt({ min: minorMax - 1_000n, max: minorMax + 1_000n }),
  fc.bigInt({ min: minorMax / 3n, max: minorMax }),
  fc.bigInt({ min: 1n, max: minorMax / 100n }),
  fc.constantFrom(2n ** 63n - 1n, 2n ** 63n, 2n ** 64n, 10n ** 19n),
);
const account = fc.constantFrom(...accounts);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      kind: fc.constantFrom(...instructionKinds),
      currency: fc.constantFrom("NOK", "NOK", "KWD"),
      // Money that goes to and fro in one list has a turnover far above any balance.
      list: fc.array(
        fc.record({
          debtor: account,
          creditor: fc.oneof(account, fc.constantFrom(...accounts, returning)),
          amountMinor: large,
        }),
        { minLength: 1, maxLength: 12 },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("load" as const),
      account,
      amounts: fc.array(
        large.chain((one) => fc.constantFrom(one, -one)),
        { minLength: 1, maxLength: 300 },
      ),
      balance: fc.constantFrom("moved" as const, "unchanged" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("forget" as const), account }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("reserve" as const), account, amountMinor: large }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("settle" as const) }) },
);
type Step = ReturnType<typeof step.generate>["value"];

async function takeStep(ledger: Ledger, world: TestWorld, one: Step, now: bigint): Promise<void> {
  const worldId = world.id;
  switch (one.do) {
    case "pay": {
      const list = one.list.map(({ debtor, creditor, amountMinor }) =>
        anInstruction(worldId, {
          ...{ id: `payment-${nextNumber()}`, kind: one.kind, currency: one.currency, amountMinor },
          debtor: { bban: debtor },
          creditor: { name: "Kari Nordli", bban: creditor },
        }),
      );
      await ledger.submitInstructions(list, now);
      return;
    }
    case "load": {
      const transactions = one.amounts
        .filter((amountMinor) => amountMinor <= minorMax && amountMinor >= -minorMax)
        .map((amountMinor) => ({ bookingDate: today, valueDate: today, amountMinor, texts: {} }));
      const { account: accountId, balance } = one;
      await ledger.postTransactions({ worldId, accountId, transactions, balance }, now);
      return;
    }
    case "forget":
      await ledger.deleteHistory(worldId, one.account);
      return;
    case "reserve": {
      const { account: accountId, amountMinor } = one;
      await ledger.createReservation(
        { worldId, id: nextNumber(), accountId, amountMinor, texts: {} },
        now,
      );
      return;
    }
    case "settle":
      await ledger.runClearing(worldId, now);
  }
}

async function assertBounded(ledger: Ledger, worldId: string): Promise<void> {
  for (const { id, ...one } of await ledger.listWorldAccounts(worldId)) {
    const { bookedMinor, reservedMinor, creditLineMinor } = one;
    const figures = [bookedMinor, reservedMinor, bookedMinor + creditLineMinor];
    for (const figure of figures) {
      assert.ok(figure <= minorMax && figure >= -minorMax, `${id}: ${figures}`);
    }
  }
  assert.deepEqual(await ledger.checkBooks(worldId), []);
}

async function runLargeAmounts(engine: Engine, seed: number): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await aMigratedDatabase(engine, ledgerMigrations));
  const { ledger, close } = await aLedger(location, feesOnAll);
  stack.defer(close);
  const lists = fc.array(step, { minLength: 10, maxLength: 25 });
  for (const steps of fc.sample(lists, { numRuns: 12, seed })) {
    const world = aWorld(ledger);
    const worldId = world.id;
    await ledger.setCounterparty({ worldId, accountNumber: returning, behaviour: "return" });
    const opened = fc.sample(fc.array(large, { minLength: 8, maxLength: 8 }), { seed });
    for (const [n, id] of accounts.entries()) {
      const [openingMinor = 0n, creditLineMinor = 0n] = opened[0]?.slice(2 * n) ?? [];
      const currency = id.slice(0, 3);
      const terms = { id, ownerId: "kari", kind: "current", bban: id, currency, name: id } as const;
      const refused = await ledger.openAccount(
        { worldId, ...terms, openingMinor, creditLineMinor },
        at,
      );
      if (refused === undefined) continue;
      assert.ok(isLedgerRefusal(refused) && refused.refused === "balance-too-large");
      await world.open({ id, bban: id, currency, openingMinor: minorMax / 2n });
    }
    for (const [n, one] of steps.entries()) {
      await takeStep(ledger, world, one, at + BigInt(n) * dayMs);
      await assertBounded(ledger, worldId);
    }
  }
}

for (const engine of engines) {
  test(`VAL-21: no sum of amounts near 18 digits overflows, on ${engine}`, () =>
    runRounds(`large amounts on ${engine}`, 1, ({ seed }) => runLargeAmounts(engine, seed)));
}
