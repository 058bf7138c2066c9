import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { all, openStorage, run, type Storage, sql } from "@varde/storage";
import { anEmptyDatabase, engines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import { deleteExpiredEntries } from "../../../src/operations/audit/delete-expired-entries.ts";
import { searchAudit } from "../../../src/operations/audit/search-audit.ts";
import { verifyAudit } from "../../../src/operations/audit/verify/verify-audit.ts";
import { erasePerson } from "../../../src/operations/stored-data/erase-person.ts";
import { exportPerson } from "../../../src/operations/stored-data/export-person.ts";
import { aFinishedRequest, anAuditTrail } from "./an-audit.ts";

const hourMs = 60 * 60_000;

/** Opens a database with accesses to data of Kari, one an hour, and then of Ola. */
const openUsed = async (engine: (typeof engines)[number]) => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await anEmptyDatabase(engine));
  const storage = await openStorage({ location, migrations: bankMigrations });
  stack.defer(() => storage.close());
  const { trail } = anAuditTrail(storage);
  for (let hour = 1; hour <= 12; hour += 1) {
    const personId = hour <= 6 ? "kari" : "ola";
    const accountId = `${personId}-account`;
    trail.record(
      aFinishedRequest({ requestId: String(hour), personId, accountId, at: hour * hourMs }),
    );
  }
  await trail.flush();
  const opened = stack.move();
  return { storage, trail, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

const listRequests = async (storage: Storage, filter = {}) =>
  (await Array.fromAsync(searchAudit(storage, filter))).map(({ entry }) => entry.requestId);

for (const engine of engines) {
  describe(`the audit on ${engine}`, () => {
    test("loses what has expired from its beginning, and can still be verified", async () => {
      await using used = await openUsed(engine);
      const { storage, trail } = used;
      const later = Date.now() + 2 * hourMs;
      await deleteExpiredEntries(storage, 4 * hourMs, later);
      assert.equal((await listRequests(storage)).length, 12, "entries without a seal stay");
      await trail.seal();
      await deleteExpiredEntries(storage, 4 * hourMs, later);
      assert.deepEqual((await listRequests(storage)).slice(0, 2), ["5", "6"]);
      trail.record(aFinishedRequest({ requestId: "13", personId: "ola" }));
      await trail.flush();
      await trail.seal();
      const { faults, entries } = await verifyAudit(storage);
      assert.deepEqual({ faults, entries }, { faults: [], entries: 9 });
      // Entries that are deleted without a seal are a fault.
      await storage.write(() =>
        run(
          sql`delete from audit_entry where number <= 6`,
          sql`update audit_chain set cut_number = 6, cut_hash = 'x' where chain_id = 1`,
        ),
      );
      const places = (await verifyAudit(storage)).faults.map(({ place }) => place);
      assert.ok(places.includes("chain 1, entry 6"));
    });

    test("deletes people whose accesses have all expired", async () => {
      await using used = await openUsed(engine);
      const { storage, trail } = used;
      await trail.seal();
      // As if the people had been stored when they were accessed.
      await storage.write(() => run(sql`update audit_subject set created_at = ${hourMs}`));
      await deleteExpiredEntries(storage, 6 * hourMs, Date.now());
      const people = await storage.read(() =>
        all<{ person_id: string }>(sql`select person_id from audit_subject`),
      );
      assert.deepEqual(people, [{ person_id: "ola" }]);
      assert.deepEqual((await verifyAudit(storage)).faults, []);
    });

    test("forgets a person who is erased, says so without a name, and is intact", async () => {
      await using used = await openUsed(engine);
      const { storage, trail } = used;
      await trail.seal();
      const before = await Array.fromAsync(exportPerson(storage, "world", "kari"));
      assert.equal(before.length, 6);
      assert.equal(await erasePerson(storage, "world", "kari", Date.now()), 1);
      assert.deepEqual(await Array.fromAsync(exportPerson(storage, "world", "kari")), []);
      assert.deepEqual(await listRequests(storage, { accountId: "kari-account" }), []);
      assert.equal((await listRequests(storage)).length, 12);
      assert.equal((await listRequests(storage, { personId: "ola" })).length, 6);
      const [seal] = await storage.read(() =>
        all<{ content: string }>(sql`select content from audit_seal where kind = 'erasure'`),
      );
      assert.equal(JSON.parse(seal?.content ?? "").length, 1);
      assert.doesNotMatch(seal?.content ?? "", /kari/);
      assert.deepEqual((await verifyAudit(storage)).faults, []);
    });
  });
}
