import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Engine, openStorage, run } from "@varde/storage";
import { aMigratedDatabase } from "@varde/testkit/storage";
import type { Bank } from "../../../src/bank.ts";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { registerTpp } from "../../../src/parties/tpp-store.ts";
import { OpenWorkReader, workLookMs } from "../../../src/payments/batches/open-work.ts";
import { leaseMs } from "../../../src/payments/execute/hold-lease.ts";
import {
  enqueueInstructions,
  renewInstructions,
} from "../../../src/payments/execute/outbox-store.ts";

const worldId = "world";
const paymentId = "payment";
const tpp = { tppId: "t", identifier: "PSDNO-FSA-1", name: "TPP", worldId, seenAt: 0 };

/** Reads the work of a database whose time passes only when the test says so. */
const open = async (engine: Engine) => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await aMigratedDatabase(engine, bankMigrations));
  let now = Date.parse("2026-11-16T12:00:00Z");
  const storage = await openStorage({ location, migrations: bankMigrations, now: () => now });
  stack.defer(() => storage.close());
  const bank = { storage, clock: {} } as unknown as Bank;
  const opened = stack.move();
  return {
    storage,
    now: () => now,
    aReader: () => new OpenWorkReader(bank),
    pass: (ms: number) => {
      now += ms;
    },
    /** Leaves an instruction as a process does that ends before it has delivered it. */
    leaveInstruction: () => {
      const queue = { worldId, leaseMs, at: now };
      const rows = [{ outboxId: "row", paymentId }];
      return storage.write(() => run(enqueueInstructions(rows, queue)));
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

for (const engine of ["sqlite", "postgres"] as const) {
  describe(`open work on ${engine}`, () => {
    test("reports an instruction as soon as its lease has expired, and looks rarely", async (t) => {
      await using opened = await open(engine);
      const reader = opened.aReader();
      const { mock } = t.mock.method(opened.storage, "read");
      assert.equal(await reader.hasInstructions(), false);
      opened.pass(1_000);
      await opened.leaveInstruction();
      const expiresAt = opened.now() + leaseMs;
      while (opened.now() < expiresAt) {
        assert.equal(await reader.hasInstructions(), false);
        opened.pass(500);
      }
      assert.equal(await reader.hasInstructions(), true);
      assert.equal(mock.callCount(), 2);
    });

    test("learns of the next lease after a delivery that failed", async () => {
      await using opened = await open(engine);
      const reader = opened.aReader();
      await opened.leaveInstruction();
      await reader.listWorlds();
      opened.pass(leaseMs);
      assert.equal(await reader.hasInstructions(), true);
      await opened.storage.write(() => run(renewInstructions([paymentId])));
      opened.pass(1_000);
      assert.equal(await reader.hasInstructions(), false);
      opened.pass(leaseMs - 1_000);
      assert.equal(await reader.hasInstructions(), true);
    });

    test("a caller that asks while the database is read waits for the result", async (t) => {
      await using opened = await open(engine);
      const { storage } = opened;
      await storage.write(() => registerTpp(tpp));
      const begun = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const read = storage.read.bind(storage);
      t.mock.method(storage, "read", async (unit: Parameters<typeof read>[0]) => {
        begun.resolve();
        await held.promise;
        return read(unit);
      });
      const reader = opened.aReader();
      const first = reader.listWorlds();
      await begun.promise;
      const second = reader.listWorlds();
      held.resolve();
      assert.deepEqual([await first, await second], [[worldId], [worldId]]);
    });

    test("finds a world that another process has created", async () => {
      await using opened = await open(engine);
      const reader = opened.aReader();
      assert.deepEqual(await reader.listWorlds(), []);
      await opened.storage.write(() => registerTpp(tpp));
      opened.pass(1_000);
      assert.deepEqual(await reader.listWorlds(), []);
      opened.pass(workLookMs);
      assert.deepEqual(await reader.listWorlds(), [worldId]);
    });

    test("looks again when the database's clock is set back", async (t) => {
      await using opened = await open(engine);
      const reader = opened.aReader();
      const { mock } = t.mock.method(opened.storage, "read");
      await reader.listWorlds();
      opened.pass(-7_200_000);
      await reader.listWorlds();
      assert.equal(mock.callCount(), 2);
      await reader.listWorlds();
      assert.equal(mock.callCount(), 2);
    });

    test("looks again at once after a look that failed, or when told to forget", async (t) => {
      await using opened = await open(engine);
      const reader = opened.aReader();
      const { mock } = t.mock.method(opened.storage, "read");
      mock.mockImplementationOnce(() => Promise.reject(new Error("away")));
      await assert.rejects(async () => reader.listWorlds(), /away/);
      await reader.listWorlds();
      await reader.listWorlds();
      assert.equal(mock.callCount(), 2);
      reader.forget();
      await reader.listWorlds();
      assert.equal(mock.callCount(), 3);
    });
  });
}

test("a start on SQLite does not wait for leases from before a crash", async () => {
  await using opened = await open("sqlite");
  await opened.leaveInstruction();
  opened.pass(1_000);
  assert.equal(await opened.aReader().hasInstructions(), true);
});
