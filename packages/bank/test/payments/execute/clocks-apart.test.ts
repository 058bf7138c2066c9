import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { openStorage, run, sql } from "@varde/storage";
import { anEmptyDatabase, engines } from "@varde/testkit/storage";
import type { Bank } from "../../../src/bank.ts";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { JobLease } from "../../../src/operations/jobs/job-lease.ts";
import { forgetOldRequests } from "../../../src/operations/stored-data/forget-old-rows.ts";
import { claimBatch } from "../../../src/payments/batches/batch-store.ts";
import { OpenWorkReader } from "../../../src/payments/batches/open-work.ts";
import { deliverOutbox } from "../../../src/payments/execute/deliver-outbox.ts";
import { leaseMs } from "../../../src/payments/execute/hold-lease.ts";
import { enqueueInstructions } from "../../../src/payments/execute/outbox-store.ts";
import { databaseClock } from "../../../src/ports/clock.ts";
import { claimRequest, readRequest } from "../../../src/request/stored-request.ts";

const hourMs = 3_600_000;
const worldId = "world";

/** Opens two processes of one bank; the clock of the first one is off. */
const openTwo = async (engine: (typeof engines)[number], offMs: number) => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await anEmptyDatabase(engine));
  const database = { now: Date.parse("2026-11-16T12:00:00Z") };
  const open = async () => {
    const now = () => database.now;
    const storage = await openStorage({ location, migrations: bankMigrations, now });
    stack.defer(() => storage.close());
    return storage;
  };
  const first = await open();
  const second = engine === "sqlite" ? first : await open();
  const [off, right] = (
    [
      [first, offMs],
      [second, 0],
    ] as const
  ).map(([storage, aheadMs]) => {
    const machineNow = () => database.now + aheadMs;
    const clock = { ...databaseClock(storage), machineNow };
    return { storage, clock, ids: { newId: randomUUID } } as unknown as Bank;
  });
  assert(off && right);
  const opened = stack.move();
  return { off, right, database, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

const queuePayment = ({ storage }: Bank, leaseMs = 0) =>
  storage.write(() =>
    run(
      enqueueInstructions([{ outboxId: "row", paymentId: "payment" }], { worldId, leaseMs, at: 0 }),
    ),
  );

/** Delivers as a process does, and returns the payments that it took. */
const deliver = async (bank: Bank): Promise<readonly string[]> => {
  const taken: string[] = [];
  await deliverOutbox(bank, async (ids) => {
    taken.push(...ids);
    await bank.storage.write(() => run(sql`delete from outbox where outbox_id = 'row'`));
  });
  return taken;
};

/** Claims what is queued and ends without a word. */
const claimAndDie = (bank: Bank) =>
  assert.rejects(
    deliverOutbox(bank, () => Promise.reject(new Error("dead"))),
    /dead/,
  );

for (const offMs of [hourMs, 24 * hourMs, -hourMs, -24 * hourMs]) {
  describe(`F26: a process whose clock is ${offMs / hourMs} hours off`, () => {
    test("holds up deliveries for a lease, not longer and not shorter", async () => {
      await using opened = await openTwo("postgres", offMs);
      const { off, right, database } = opened;
      await queuePayment(off);
      await claimAndDie(off);
      database.now += leaseMs - 1;
      assert.deepEqual(await deliver(right), []);
      database.now += 1;
      assert.deepEqual(await deliver(right), ["payment"]);
    });

    test("takes nothing that another process works on", async () => {
      await using opened = await openTwo("postgres", offMs);
      const { off, right, database } = opened;
      await queuePayment(right);
      await claimAndDie(right);
      assert.deepEqual(await deliver(off), []);
      database.now += leaseMs;
      assert.deepEqual(await deliver(off), ["payment"]);
    });

    test("holds the lease of the jobs for a quarter of a minute", async (t) => {
      await using opened = await openTwo("postgres", offMs);
      const { off, right, database } = opened;
      t.mock.method(performance, "now", () => database.now);
      assert.equal(await new JobLease(off).isMine(), true);
      const other = new JobLease(right);
      database.now += 14_999;
      assert.equal(await other.isMine(), false);
      database.now += 1;
      assert.equal(await other.isMine(), true);
    });

    test("shares batches and stored responses with the others", async () => {
      await using opened = await openTwo("postgres", offMs);
      const { off, right, database } = opened;
      const batch = { kind: "payments", dueAt: 5, cutOffAt: 5 } as const;
      const claim = ({ storage }: Bank, owner: string) =>
        storage.write(() => claimBatch({ worldId, epoch: 0 }, batch, owner));
      const key = { tppId: "tpp", requestId: "request" };
      const response = { status: 201, body: "{}" };
      await off.storage.write(() => run(claimRequest(key, "print", response)));
      await forgetOldRequests(off);
      assert.notEqual(await right.storage.read(() => readRequest(key)), undefined);
      assert.equal(await claim(off, "off"), "mine");
      assert.equal(await claim(right, "right"), "taken");
      database.now += 10_000;
      assert.equal(await claim(right, "right"), "mine");
      assert.equal(await claim(off, "off"), "taken");
      assert.equal(await off.clock.now(worldId), await right.clock.now(worldId));
    });
  });
}

for (const engine of engines) {
  test(`F26: a database set back holds up deliveries for a lease on ${engine}`, async () => {
    await using opened = await openTwo(engine, 0);
    const { off, right, database } = opened;
    const work = new OpenWorkReader(right);
    await work.hasInstructions();
    await queuePayment(off, leaseMs);
    database.now -= hourMs;
    assert.equal(await work.hasInstructions(), false);
    assert.deepEqual(await deliver(right), []);
    database.now += leaseMs;
    assert.equal(await work.hasInstructions(), true);
    assert.deepEqual(await deliver(right), ["payment"]);
  });
}

test("F26: a database set back an hour does not keep the jobs from another process", async (t) => {
  await using opened = await openTwo("postgres", 0);
  const { off, right, database } = opened;
  let elapsedMs = 0;
  t.mock.method(performance, "now", () => elapsedMs);
  assert.equal(await new JobLease(off).isMine(), true);
  const other = new JobLease(right);
  assert.equal(await other.isMine(), false);
  database.now -= hourMs;
  elapsedMs += 10_000;
  assert.equal(await other.isMine(), true);
});
