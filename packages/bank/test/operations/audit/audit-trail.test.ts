import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openStorage, run, type Storage, StorageUnavailable, sql } from "@varde/storage";
import { aMigratedDatabase } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { auditEntryTable, hashEntry } from "../../../src/operations/audit/audit-entry.ts";
import { verifyAudit } from "../../../src/operations/audit/verify/verify-audit.ts";
import { aFinishedRequest, anAuditTrail } from "./an-audit.ts";

const open = async (engine: "sqlite" | "postgres") => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await aMigratedDatabase(engine, bankMigrations));
  const storage = await openStorage({ location, migrations: bankMigrations });
  stack.defer(() => storage.close());
  const opened = stack.move();
  return { storage, location, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

const listEntries = (storage: Storage) =>
  storage.read(() => auditEntryTable.all(sql`select * from audit_entry order by chain_id, number`));

describe("the audit trail of a process", () => {
  test("writes a batch again whose commit was lost or not reported", async () => {
    await using opened = await open("sqlite");
    const { storage } = opened;
    let failures: readonly ("before" | "after")[] = ["before", "after"];
    const failing: Storage = Object.assign(Object.create(storage), {
      engine: storage.engine,
      read: storage.read.bind(storage),
      write: async (unit: Parameters<Storage["write"]>[0]) => {
        const [failure, ...others] = failures;
        failures = others;
        if (failure === "before") throw new StorageUnavailable("not written");
        const value = await storage.write(unit);
        if (failure === "after") throw new StorageUnavailable("written, but not reported");
        return value;
      },
    });
    const { trail } = anAuditTrail(failing);
    // The first chain is started without being noticed, so that the entries are in the second.
    trail.record(aFinishedRequest({ requestId: "1" }));
    await assert.rejects(trail.flush());
    await assert.rejects(trail.flush());
    await trail.flush();
    failures = ["after"];
    trail.record(aFinishedRequest({ requestId: "2" }));
    await assert.rejects(trail.flush());
    trail.record(aFinishedRequest({ requestId: "3" }));
    await trail.flush();
    await trail.seal();
    const entries = await listEntries(storage);
    assert.deepEqual(
      entries.map(({ requestId }) => requestId),
      ["1", "2", "3"],
    );
    assert.deepEqual((await verifyAudit(storage)).faults, []);
  });

  test("drops accesses beyond its limit, counts them and records how many", async () => {
    await using opened = await open("sqlite");
    const { trail } = anAuditTrail(opened.storage, { waitingMax: 1_000 });
    const request = aFinishedRequest({ requestId: "many" });
    for (let at = 0; at < 1_003; at += 1) trail.record(request);
    await trail.flush();
    assert.deepEqual(trail.counts, { waiting: 0, written: 1_001, lost: 3 });
    const last = (await listEntries(opened.storage)).at(-1);
    assert.equal(last?.operation, "entriesLost");
    assert.equal(last?.resourceId, "3");
    assert.deepEqual((await verifyAudit(opened.storage)).faults, []);
  });

  test("writes a full batch without waiting for the interval", async () => {
    await using opened = await open("sqlite");
    const { trail } = anAuditTrail(opened.storage);
    for (let at = 0; at < 200; at += 1) trail.record(aFinishedRequest({ requestId: String(at) }));
    while (trail.counts.written < 200) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(trail.counts.waiting, 0);
  });

  test("seals the chains of two processes on one database in one chain of seals", async () => {
    await using opened = await open("postgres");
    const other = await openStorage({ location: opened.location, migrations: bankMigrations });
    await using _other = { [Symbol.asyncDispose]: () => other.close() };
    const one = anAuditTrail(opened.storage).trail;
    const two = anAuditTrail(other).trail;
    for (let round = 0; round < 20; round += 1) {
      for (const [trail, name] of [
        [one, "one"],
        [two, "two"],
      ] as const) {
        trail.record(aFinishedRequest({ requestId: `${name}-${round}`, personId: "kari" }));
      }
      await Promise.all([one.flush(), two.flush(), one.seal(), two.seal()]);
    }
    await Promise.all([one.seal(), two.seal()]);
    const { chains, entries, unsealed, faults } = await verifyAudit(opened.storage);
    assert.deepEqual(
      { chains, entries, unsealed, faults },
      {
        chains: 2,
        entries: 40,
        unsealed: 0,
        faults: [],
      },
    );
    const subjects = new Set((await listEntries(other)).map(({ subjectId }) => subjectId));
    assert.equal(subjects.size, 1);
  });

  test("seals its own chain when its last seal is a minute old", async () => {
    await using opened = await open("sqlite");
    let now = Date.now() - 10 * 60_000;
    const { trail, lines } = anAuditTrail(opened.storage, { now: () => now });
    const record = async (requestId: string) => {
      trail.record(aFinishedRequest({ requestId, at: now }));
      await trail.flush();
      await trail.sealIfDue();
      const { seals, unsealed } = await verifyAudit(opened.storage);
      return { seals, unsealed, lines: lines.length };
    };
    assert.deepEqual(await record("1"), { seals: 1, unsealed: 0, lines: 1 });
    assert.deepEqual(await record("2"), { seals: 1, unsealed: 1, lines: 1 });
    now += 60_000;
    assert.deepEqual(await record("3"), { seals: 2, unsealed: 0, lines: 2 });
    const other = anAuditTrail(opened.storage, { now: () => now }).trail;
    await other.sealIfDue();
    assert.equal((await verifyAudit(opened.storage)).seals, 2, "nothing to seal in its own chain");
  });

  test("seals what a killed process has left, and says that nothing proves it", async () => {
    await using opened = await open("sqlite");
    let now = Date.now() - 10 * 60_000;
    const { trail: killed } = anAuditTrail(opened.storage, { now: () => now });
    const { trail: other } = anAuditTrail(opened.storage, { now: () => now });
    killed.record(aFinishedRequest({ requestId: "1", at: now }));
    await killed.flush();
    await killed.seal();
    killed.record(aFinishedRequest({ requestId: "2", at: now }));
    await killed.flush();
    await other.sealLeft();
    assert.equal((await verifyAudit(opened.storage)).seals, 1, "it may still seal them itself");
    now += 6 * 60_000;
    await other.sealLeft();
    await other.sealLeft();
    const { seals, unsealed, left, faults } = await verifyAudit(opened.storage);
    assert.deepEqual({ seals, unsealed, left }, { seals: 2, unsealed: 0, left: 1 });
    assert.deepEqual(faults, []);
  });

  test("seals its end when it stops, after which nothing can be added", async () => {
    await using opened = await open("sqlite");
    const { storage } = opened;
    const { trail } = anAuditTrail(storage);
    trail.record(aFinishedRequest({ requestId: "1" }));
    await trail.close();
    assert.deepEqual((await verifyAudit(storage)).faults, []);
    const [last] = await listEntries(storage);
    assert(last !== undefined);
    const added = { ...last, number: 2, requestId: "added", hash: "" };
    const hash = hashEntry(last.hash, added);
    await storage.write(() =>
      run(
        auditEntryTable.insert({ ...added, hash }),
        sql`update audit_chain set head_number = 2, head_hash = ${hash} where chain_id = 1`,
      ),
    );
    const { faults } = await verifyAudit(storage);
    assert.deepEqual(
      faults.map(({ text }) => text),
      ["It was added after the process of its chain had stopped."],
    );
  });
});
