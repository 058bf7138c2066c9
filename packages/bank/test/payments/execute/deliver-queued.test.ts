import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { one, run, sql } from "@varde/storage";
import { deliverQueued } from "../../../src/payments/execute/deliver-payments.ts";
import { leaseMs } from "../../../src/payments/execute/hold-lease.ts";
import { enqueueInstructions } from "../../../src/payments/execute/outbox-store.ts";
import { readPayment } from "../../../src/payments/payment-store.ts";
import type { Outcome } from "../../../src/ports/core-bank.ts";
import { paymentTable } from "../../../src/records/payment.ts";
import { aLedgerBank, type LedgerBank } from "../../a-ledger-bank.ts";
import { aStoredPayment } from "../../a-stored-payment.ts";

let ledgerBank: LedgerBank;
before(async () => {
  ledgerBank = await aLedgerBank();
});
after(() => ledgerBank.close());

/** Queues a payment in each world and delivers them to a core bank. */
const deliverTo = async (
  submit: (worldId: string) => Promise<Outcome>,
  ...worldIds: readonly string[]
) => {
  const { storage } = ledgerBank.bank;
  const payments = worldIds.map((worldId) => ({
    ...aStoredPayment(worldId, 1),
    status: "PDNG" as const,
  }));
  for (const { worldId, paymentId } of payments) {
    const queue = { worldId, leaseMs: 0, at: 0 };
    const rows = [{ outboxId: paymentId, paymentId }];
    await storage.write(() => run(enqueueInstructions(rows, queue)));
  }
  await storage.write(() => run(...payments.map((payment) => paymentTable.insert(payment))));
  const log = { error: () => {}, warn: () => {} };
  const coreBank = {
    submitAll: async (some: readonly { readonly worldId: string }[]) =>
      Promise.all(some.map(({ worldId }) => submit(worldId))),
  };
  const bank = { ...ledgerBank.bank, coreBank, log } as unknown as LedgerBank["bank"];
  const ids = payments.map(({ paymentId }) => paymentId);
  await deliverQueued(ids, () => 0, bank);
  return ids;
};

const readStatus = async (paymentId = "") =>
  (await ledgerBank.bank.storage.read(() => readPayment(paymentId)))?.status;

const readLease = async (paymentId: string) => {
  const row = await ledgerBank.bank.storage.read(() =>
    one<{ until: bigint }>(
      sql`select claimed_until as until from outbox where payment_id = ${paymentId}`,
    ),
  );
  return row && Number(row.until);
};

test("F14: a world whose delivery fails does not delay the other worlds", async () => {
  const submit = async (worldId: string): Promise<Outcome> => {
    if (worldId === "b") throw new Error("cannot be taken");
    return { kind: "settled" };
  };
  const [a, b, c] = await deliverTo(submit, "a", "b", "c");
  assert.deepEqual(
    [await readStatus(a), await readStatus(b), await readStatus(c)],
    ["ACSC", "PDNG", "ACSC"],
  );
});

test("F14: leases are renewed while the core bank works", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  try {
    let lease = 0;
    const startedAt = Date.now();
    const submit = async (): Promise<Outcome> => {
      mock.timers.tick(leaseMs - 1);
      // The renewal was sent first, and a database in memory has one connection.
      const rows = await ledgerBank.bank.storage.write(() =>
        one<{ id: string }>(sql`select payment_id as id from outbox where world_id = 'slow'`),
      );
      lease = (await readLease(rows?.id ?? "")) ?? 0;
      return { kind: "settled" };
    };
    await deliverTo(submit, "slow");
    assert.ok(lease >= startedAt + leaseMs);
  } finally {
    mock.timers.reset();
  }
});
