import assert from "node:assert/strict";
import { test } from "node:test";
import { openStorage, run, type Statement, sql } from "@varde/storage";
import { onEachEngine } from "@varde/testkit/storage";
import {
  type BookFaultKind,
  bookFaults,
  createLedger,
  defaultFeeTable,
  defaultRateTable,
  ledgerMigrations,
} from "../src/index.ts";
import { aLedger, nextNumber } from "./a-ledger.ts";
import { aWorld } from "./a-world.ts";

const damages: Readonly<Record<BookFaultKind, Statement>> = {
  "currency-does-not-sum-to-zero": sql`update ledger_posting set amount_minor = amount_minor + 1
    where account_id = 'internal:clearing:NOK'`,
  "transaction-does-not-sum-to-zero": sql`update ledger_posting set amount_minor = amount_minor + 1
    where account_id = 'internal:clearing:NOK'`,
  "posting-without-transaction": sql`delete from ledger_transaction where kind = 'opening'`,
  "booked-differs-from-postings": sql`update ledger_account set booked_minor = booked_minor + 1`,
  "reserved-differs-from-reservations": sql`delete from ledger_instruction where id = 'sent'`,
  "account-below-credit-line": sql`update ledger_account set credit_line_minor = -90000`,
  "day-count-differs-from-postings": sql`update ledger_day set postings = postings + 1`,
  "instruction-not-settled-exactly-once": sql`update ledger_instruction set status = 'sent'
    where status = 'booked'`,
  "posting-differs-from-quote": sql`update ledger_posting
    set amount_minor = amount_minor + case when account_id = 'kari' then 1 else -1 end
    where transaction_id in (
      select transaction_id from ledger_instruction where id = 'booked')`,
  "exchange-differs-from-rates": sql`update ledger_instruction
    set debited_minor = debited_minor - 1 where id = 'exchanged'`,
};

for (const fault of bookFaults) {
  test(`finds damage to the books: ${fault}`, async () => {
    const storage = await openStorage({
      location: { engine: "sqlite", memory: true },
      migrations: ledgerMigrations,
    });
    const ids = { newId: () => `id-${nextNumber()}` };
    const ledger = createLedger({ storage, ids, fees: defaultFeeTable, rates: defaultRateTable });
    const world = aWorld(ledger);
    await world.open();
    await world.submit({ id: "booked", kind: "instant" });
    await world.submit({ id: "sent" });
    await world.submit({
      id: "exchanged",
      kind: "cross-border",
      amountMinor: 99n,
      currency: "JPY",
    });
    assert.deepEqual(await ledger.checkBooks(), []);
    await storage.write(() => run(damages[fault]));
    const found = await ledger.checkBooks(world.id);
    assert.ok(found.some((one) => one.fault === fault && one.worldId === world.id));
    assert.deepEqual(await ledger.checkBooks("another-world"), []);
    await storage.close();
  });
}

const most = 2n ** 63n - 1n;

onEachEngine(
  ledgerMigrations,
  async ({ location }, stack) => {
    const opened = await aLedger(location);
    stack.defer(opened.close);
    return opened;
  },
  (opened) => {
    test("VAL-21: reads amounts near 64 bits, and shows them for their world alone", async () => {
      const { ledger, storage } = opened();
      const [world, other] = [aWorld(ledger), aWorld(ledger)];
      await other.open();
      for (const id of ["one", "two", "three"]) await world.open({ id });
      await storage.write(() =>
        run(
          sql`update ledger_account set booked_minor = ${most}, credit_line_minor = ${most}
            where world_id = ${world.id}`,
          sql`update ledger_posting set amount_minor = ${most}
            where world_id = ${world.id} and amount_minor > 0`,
          sql`update ledger_posting set amount_minor = ${-most}
            where world_id = ${world.id} and amount_minor < 0`,
        ),
      );
      assert.deepEqual(await ledger.checkBooks(), []);
      await storage.write(() =>
        run(
          sql`update ledger_account
            set booked_minor = ${-most}, reserved_minor = ${most}, credit_line_minor = 0
            where world_id = ${world.id} and id = 'one'`,
        ),
      );
      const found = (await ledger.checkBooks()).map((one) => [one.worldId, one.fault, one.subject]);
      const damaged = [
        "booked-differs-from-postings",
        "reserved-differs-from-reservations",
        "account-below-credit-line",
      ];
      assert.deepEqual(
        found,
        damaged.map((fault) => [world.id, fault, "one"]),
      );
      assert.deepEqual(await ledger.checkBooks(other.id), []);
    });
  },
);
