import assert from "node:assert/strict";
import { test } from "node:test";
import { openStorage, run, type Statement, sql } from "@varde/storage";
import {
  type BookFaultKind,
  bookFaults,
  createLedger,
  defaultFeeTable,
  defaultRateTable,
  ledgerMigrations,
} from "../src/index.ts";
import { nextNumber } from "./a-ledger.ts";
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
    assert.deepEqual(await ledger.checkBooks(), []);
    await storage.write(() => run(damages[fault]));
    const found = await ledger.checkBooks(world.id);
    assert.ok(found.some((one) => one.fault === fault && one.worldId === world.id));
    assert.deepEqual(await ledger.checkBooks("another-world"), []);
    await storage.close();
  });
}
