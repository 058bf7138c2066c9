import assert from "node:assert/strict";
import { type Engine, one, type Storage, sql } from "@varde/storage";
import { runRounds } from "@varde/testkit/rounds";
import { aMigratedDatabase } from "@varde/testkit/storage";
import fc from "fast-check";
import { openingDate } from "../src/constants.ts";
import {
  defaultRateTable,
  type InstructionKind,
  type Ledger,
  type LedgerInstruction,
  ledgerMigrations,
} from "../src/index.ts";
import { instructionKinds } from "../src/instructions/instruction.ts";
import { aLedger, at, feesOnAll, nextNumber } from "./a-ledger.ts";
import { anInstruction, aWorld } from "./a-world.ts";

const currencies = Object.keys(defaultRateTable);

/** Payments from one account to another, in any currency, submitted together. */
interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly kind: InstructionKind;
  /** A single payment, those of a basket or those of a bulk. */
  readonly count: number;
  /** Followed by as many payments of the same amount in the other direction. */
  readonly isReturned: boolean;
}

const currency = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("NOK", "EUR", "JPY", "KWD", "XDR") },
  { weight: 1, arbitrary: fc.constantFrom(...currencies) },
);
const transfer: fc.Arbitrary<Transfer> = fc.record({
  from: currency,
  to: currency,
  currency,
  amountMinor: fc.oneof(
    fc.bigInt({ min: 1n, max: 20n }),
    fc.bigInt({ min: 1n, max: 5_000n }),
    fc.bigInt({ min: 1n, max: 10n ** 11n }),
  ),
  kind: fc.constantFrom(...instructionKinds),
  count: fc.constantFrom(1, 1, 1, 1, 7, 40),
  isReturned: fc.boolean(),
});

/** How many payments each round submits at least. */
export const exchangesPerRound = 2_000;

/**
 * Exchanges money between the accounts of a person in generated ways, and asserts after each that
 * the person is not richer at the table's rates, and that nothing was moved with an amount of zero.
 */
export async function exchangeInRounds(engine: Engine, rounds: number): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await aMigratedDatabase(engine, ledgerMigrations));
  const { ledger, storage, close } = await aLedger(location, feesOnAll);
  stack.defer(close);
  await runRounds(`exchanges on ${engine}`, rounds, ({ seed }) => exchange(ledger, storage, seed));
}

/** Exchanges money between the accounts of one person, who has one in each currency. */
async function exchange(ledger: Ledger, storage: Storage, seed: number): Promise<void> {
  const world = aWorld(ledger);
  for (const [n, id] of currencies.entries()) {
    const openingMinor = n % 3 === 0 ? 0n : 10n ** BigInt(n % 13);
    await world.open({ id, bban: id, currency: id, openingMinor });
  }
  const transfers = fc.sample(transfer, { numRuns: exchangesPerRound, seed });
  let executed = 0;
  let before = await worth(ledger, world.id);
  for (const one of transfers) {
    for (const list of toInstructions(world.id, one)) {
      await ledger.submitInstructions(list, at);
      await ledger.runClearing(world.id, at);
      executed += list.length;
    }
    const now = await worth(ledger, world.id);
    assert.ok(now <= before, `richer by ${now - before}: ${describeTransfer(one)}`);
    before = now;
    if (executed >= exchangesPerRound) break;
  }
  assert.equal(await countZeroPostings(storage, world.id), 0n);
  assert.deepEqual(await ledger.checkBooks(world.id), []);
}

function toInstructions(worldId: string, one: Transfer): LedgerInstruction[][] {
  const { count, isReturned } = one;
  const submission = (debtor: string, creditor: string) =>
    Array.from({ length: count }, () =>
      anInstruction(worldId, {
        id: `payment-${nextNumber()}`,
        kind: one.kind,
        debtor: { bban: debtor },
        creditor: { name: "Kari Nordli", bban: creditor },
        amountMinor: one.amountMinor,
        currency: one.currency,
      }),
    );
  const there = submission(one.from, one.to);
  return isReturned ? [there, submission(one.to, one.from)] : [there];
}

/** Returns what all accounts are worth at the table's rates, in billionths of the base currency. */
async function worth(ledger: Ledger, worldId: string): Promise<bigint> {
  const accounts = await ledger.listWorldAccounts(worldId);
  return accounts.reduce((sum, { currency: held, bookedMinor }) => {
    const rate = defaultRateTable[held];
    assert.ok(rate);
    return sum + bookedMinor * rate.ratePpm * 10n ** BigInt(3 - rate.fractionDigits);
  }, 0n);
}

async function countZeroPostings(storage: Storage, worldId: string): Promise<bigint | undefined> {
  const counted = await storage.read(() =>
    one<{ zeros: bigint }>(sql`select count(*) as zeros from ledger_posting
      where world_id = ${worldId} and amount_minor = 0 and booking_date > ${openingDate}`),
  );
  return counted?.zeros;
}

function describeTransfer({ from, to, amountMinor, ...rest }: Transfer): string {
  return `${rest.count} x ${amountMinor} minor units of ${rest.currency} from ${from} to ${to}`;
}
