import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { all, openStorage, run, type Storage, StorageUnavailable, sql } from "@varde/storage";
import { aMigratedDatabase, engines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { deleteExpiredEntries } from "../../../src/operations/audit/delete-expired-entries.ts";
import { searchAudit } from "../../../src/operations/audit/search-audit.ts";
import { verifyAudit } from "../../../src/operations/audit/verify/verify-audit.ts";
import { erasePerson } from "../../../src/operations/stored-data/erase-person.ts";
import { exportPerson } from "../../../src/operations/stored-data/export-person.ts";
import { aFinishedRequest, anAuditTrail, aSealKey } from "./an-audit.ts";

const hourMs = 60 * 60_000;

/** Opens a database with accesses to data of Kari, then of Ola. All but the last are sealed. */
const openUsed = async (engine: (typeof engines)[number]) => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await aMigratedDatabase(engine, bankMigrations));
  const storage = await openStorage({ location, migrations: bankMigrations });
  stack.defer(() => storage.close());
  let now = 0;
  const { signer, publicKey } = aSealKey();
  const { trail } = anAuditTrail(storage, { signer, now: () => now });
  for (let hour = 1; hour <= 12; hour += 1) {
    const personId = hour <= 6 ? "kari" : "ola";
    const accountId = `${personId}-account`;
    now = hour * hourMs;
    trail.record(aFinishedRequest({ requestId: String(hour), personId, accountId, at: now }));
    await trail.flush();
    if (hour < 12) await trail.seal();
  }
  const opened = stack.move();
  return {
    storage,
    trail,
    signer,
    verify: (retentionMs = 0) => verifyAudit(storage, { keys: [publicKey], retentionMs }),
    setHour: (hour: number) => {
      now = hour * hourMs;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

const listRequests = async (storage: Storage, filter = {}) =>
  (await Array.fromAsync(searchAudit(storage, filter))).map(({ entry }) => entry.requestId);

for (const engine of engines) {
  describe(`the audit on ${engine}`, () => {
    test("loses what has expired from its beginning, and can still be verified", async () => {
      await using used = await openUsed(engine);
      const { storage, trail, setHour, verify } = used;
      setHour(14);
      await trail.deleteExpired(10 * hourMs);
      assert.deepEqual((await listRequests(storage)).slice(0, 2), ["5", "6"]);
      await trail.deleteExpired(10 * hourMs);
      trail.record(aFinishedRequest({ requestId: "13", personId: "ola", at: 14 * hourMs }));
      await trail.flush();
      await trail.seal();
      const { faults, entries, youngestDeletedMs } = await verify(10 * hourMs);
      assert.deepEqual({ faults, entries }, { faults: [], entries: 9 });
      assert.equal(youngestDeletedMs, 10 * hourMs);
      // Entries that are deleted without a seal are a fault.
      await storage.write(() =>
        run(
          sql`delete from audit_entry where number <= 6`,
          sql`update audit_chain set cut_number = 6, cut_hash = 'x' where chain_id = 1`,
        ),
      );
      const places = (await verify()).faults.map(({ place }) => place);
      assert.ok(places.includes("chain 1, entry 6"));
    });

    test("deletes nothing that no seal covers, and says what was deleted too early", async () => {
      await using used = await openUsed(engine);
      const { storage, trail, setHour, verify } = used;
      setHour(1_000);
      await trail.deleteExpired(24 * hourMs);
      assert.deepEqual(await listRequests(storage), ["12"]);
      const { faults } = await verify(1_000 * hourMs);
      assert.deepEqual(
        faults.map(({ text }) => text),
        [
          "It deleted entries of chain 1 that were 41.2 days old; " +
            "the retention period is 41.7 days.",
        ],
      );
    });

    test("does not delete a young entry whose time was changed in the database", async () => {
      await using used = await openUsed(engine);
      const { storage, trail, setHour } = used;
      await storage.write(() => run(sql`update audit_entry set at = 1`));
      setHour(13);
      await trail.deleteExpired(12.5 * hourMs);
      assert.equal((await listRequests(storage)).length, 12);
    });

    test("continues a deletion that was interrupted, and is intact meanwhile", async () => {
      await using used = await openUsed(engine);
      const { storage, trail, setHour, verify } = used;
      setHour(14);
      await trail.deleteExpired(10 * hourMs);
      // As if the process had been killed after the seal that allows to delete eight entries.
      setHour(18);
      const failing: Storage = Object.assign(Object.create(storage), {
        read: storage.read.bind(storage),
        write: async (unit: Parameters<Storage["write"]>[0]) => {
          await storage.write(unit);
          throw new StorageUnavailable("killed");
        },
      });
      const parts = { storage: failing, signer: used.signer, now: 18 * hourMs };
      await assert.rejects(deleteExpiredEntries(parts, 10 * hourMs));
      assert.equal((await listRequests(storage)).length, 8);
      assert.deepEqual((await verify(10 * hourMs)).faults, []);
      await trail.deleteExpired(10 * hourMs);
      assert.deepEqual((await listRequests(storage))[0], "9");
      assert.deepEqual((await verify(10 * hourMs)).faults, []);
    });

    test("deletes people whose accesses have all expired", async () => {
      await using used = await openUsed(engine);
      const { storage, trail, setHour, verify } = used;
      setHour(13);
      await trail.deleteExpired(7 * hourMs);
      const people = await storage.read(() =>
        all<{ person_id: string }>(sql`select person_id from audit_subject`),
      );
      assert.deepEqual(people, [{ person_id: "ola" }]);
      assert.deepEqual((await verify()).faults, []);
    });

    test("forgets a person who is erased, says so without a name, and is intact", async () => {
      await using used = await openUsed(engine);
      const { storage, trail, signer, verify } = used;
      await trail.seal();
      const parts = { storage, signer, now: 13 * hourMs };
      const before = await Array.fromAsync(exportPerson(storage, "world", "kari"));
      assert.equal(before.length, 6);
      assert.equal(await erasePerson(parts, "world", "kari"), 1);
      assert.deepEqual(await Array.fromAsync(exportPerson(storage, "world", "kari")), []);
      assert.deepEqual(await listRequests(storage, { accountId: "kari-account" }), []);
      assert.equal((await listRequests(storage)).length, 12);
      assert.equal((await listRequests(storage, { personId: "ola" })).length, 6);
      const [seal] = await storage.read(() =>
        all<{ content: string }>(sql`select content from audit_seal where kind = 'erasure'`),
      );
      assert.equal(JSON.parse(seal?.content ?? "").length, 1);
      assert.doesNotMatch(seal?.content ?? "", /kari/);
      assert.deepEqual((await verify()).faults, []);
      // Without the key, the seal of another erasure would look like a forgery.
      const unsigned = { storage, signer: undefined, now: 14 * hourMs };
      await assert.rejects(erasePerson(unsigned, "world", "ola"), /The bank signs the seals/);
    });
  });
}
