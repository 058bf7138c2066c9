import assert from "node:assert/strict";
import { createLedger, defaultFeeTable as fees, defaultRateTable as rates } from "@varde/ledger";
import { dataSet, everyMigration } from "@varde/sandbox";
import { all, openStorage, type Storage, type StorageLocation, sql } from "@varde/storage";
import type { Order } from "./paying-client.ts";
import { amountMinor, firstBban, secondBban } from "./paying-crowd.ts";

interface PaymentRow {
  readonly payment_id: string;
  readonly status: string;
  readonly body: string;
}

const bodyText = (row: PaymentRow): string =>
  JSON.parse(row.body).remittanceInformationUnstructured;

/**
 * Asserts that the database holds what the clients were promised: every payment once and in its
 * expected state, money moved once for each, nothing left to deliver, and balanced books.
 */
export async function checkPromises(storage: Storage, orders: readonly Order[]): Promise<void> {
  await paymentsAreAsPromised(storage, orders);
  await moneyHasMovedOnce(storage, orders);
  const waiting = await storage.read(() => all(sql`select payment_id from outbox`));
  assert.deepEqual(waiting, [], "the outbox is empty");
  const ledger = createLedger({ storage, ids: { newId: () => "" }, fees, rates });
  assert.deepEqual(await ledger.checkBooks(), [], "the books balance");
}

/** Checks the same for a bank that has stopped. */
export async function checkPromisesAt(
  location: StorageLocation,
  orders: readonly Order[],
): Promise<void> {
  const storage = await openStorage({ location, migrations: everyMigration });
  try {
    await checkPromises(storage, orders);
  } finally {
    await storage.close();
  }
}

async function paymentsAreAsPromised(storage: Storage, orders: readonly Order[]): Promise<void> {
  const rows = await storage.read(() =>
    all<PaymentRow>(sql`select payment_id, status, body from payment`),
  );
  const found = rows
    .filter((row) => bodyText(row) !== "the first payment")
    .map((row) => `${bodyText(row)}: ${row.payment_id} ${row.status}`);
  const promised = orders.map(
    (order) =>
      `${order.body.remittanceInformationUnstructured}: ${order.paymentId} ${statusFor(order)}`,
  );
  assert.deepEqual(found.sort(), promised.sort());
}

const statusFor = (order: Order): string => {
  if (order.plan === "delete") return "CANC";
  return order.plan === "sign" ? "ACSC" : "RCVD";
};

async function moneyHasMovedOnce(storage: Storage, orders: readonly Order[]): Promise<void> {
  const signed = orders.filter((order) => order.plan === "sign");
  const booked = await storage.read(() =>
    all<{ instruction_id: string; transactions: bigint }>(
      sql`select instruction_id, count(*) as transactions from ledger_transaction
        where instruction_id is not null group by instruction_id`,
    ),
  );
  const twice = booked.filter(({ transactions }) => transactions !== 1n);
  assert.deepEqual(twice, [], "no payment is booked twice");
  // The first payment, which opened the session, is booked too.
  assert.equal(booked.length, signed.length + 1);

  const there = signed.filter(({ body }) => body.debtorAccount.bban === firstBban).length + 1;
  const moved = BigInt(there - (signed.length + 1 - there)) * amountMinor;
  const { current, savings } = dataSet.people.ase;
  const accounts = await storage.read(() =>
    all<{ bban: string; booked_minor: bigint }>(
      sql`select a.bban, a.booked_minor from ledger_account a
        join tpp t on t.world_id = a.world_id
        where a.bban in (${firstBban}, ${secondBban}) order by a.bban`,
    ),
  );
  assert.deepEqual(
    accounts.map((account) => account.booked_minor),
    [current.balanceMinor - moved, savings.balanceMinor + moved],
  );
}
