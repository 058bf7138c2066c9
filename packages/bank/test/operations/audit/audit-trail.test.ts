import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openStorage, type Storage, StorageUnavailable, sql } from "@varde/storage";
import { anEmptyDatabase } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { auditEntryTable } from "../../../src/operations/audit/audit-entry.ts";
import { verifyAudit } from "../../../src/operations/audit/verify/verify-audit.ts";
import { aFinishedRequest, anAuditTrail } from "./an-audit.ts";

const open = async (engine: "sqlite" | "postgres") => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await anEmptyDatabase(engine));
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
    await one.seal();
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

  test("seals when the last seal is a minute old, in one of the processes", async () => {
    await using opened = await open("sqlite");
    const { trail, lines } = anAuditTrail(opened.storage);
    trail.record(aFinishedRequest({ requestId: "1" }));
    await trail.flush();
    await trail.sealIfDue();
    trail.record(aFinishedRequest({ requestId: "2" }));
    await trail.flush();
    await anAuditTrail(opened.storage).trail.sealIfDue();
    const { seals, unsealed } = await verifyAudit(opened.storage);
    assert.deepEqual({ seals, unsealed, lines: lines.length }, { seals: 1, unsealed: 1, lines: 1 });
  });
});
