import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openStorage, run, type Statement, type Storage, sql } from "@varde/storage";
import { aMigratedDatabase, engines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../../src/migrations/index.ts";
import { auditEntryTable, hashEntry } from "../../../../src/operations/audit/audit-entry.ts";
import { verifyAudit } from "../../../../src/operations/audit/verify/verify-audit.ts";
import { aFinishedRequest, anAuditTrail, writeSealedChain } from "../an-audit.ts";

/** Opens a database with two sealed chains: 1 with 12 entries, 2 with 5. */
const openSealed = async (engine: (typeof engines)[number]) => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await aMigratedDatabase(engine, bankMigrations));
  const storage = await openStorage({ location, migrations: bankMigrations });
  stack.defer(() => storage.close());
  await writeSealedChain(storage, 12);
  await writeSealedChain(storage, 5);
  const opened = stack.move();
  return { storage, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

const tamper = (storage: Storage, ...statements: Statement[]) =>
  storage.write(() => run(...statements));

const findPlaces = async (storage: Storage) => {
  const { faults } = await verifyAudit(storage);
  return faults.map(({ place }) => place.replace(/ \(.*\)$/, ""));
};

for (const engine of engines) {
  describe(`verifying the audit on ${engine}`, () => {
    test("finds no fault in two chains that nobody changed", async () => {
      await using opened = await openSealed(engine);
      const { chains, entries, seals, unsealed, faults, lastSeal } = await verifyAudit(
        opened.storage,
      );
      assert.deepEqual(
        { chains, entries, seals, unsealed, faults },
        {
          chains: 2,
          entries: 17,
          seals: 2,
          unsealed: 0,
          faults: [],
        },
      );
      assert.equal(lastSeal?.number, 2);
    });

    test("names the entry that was changed", async () => {
      await using opened = await openSealed(engine);
      await tamper(
        opened.storage,
        sql`update audit_entry set status = 404 where chain_id = 1 and number = 5`,
      );
      assert.deepEqual(await findPlaces(opened.storage), ["chain 1, entry 5"]);
    });

    test("names the entry that was deleted", async () => {
      await using opened = await openSealed(engine);
      await tamper(opened.storage, sql`delete from audit_entry where chain_id = 1 and number = 7`);
      assert.deepEqual(await findPlaces(opened.storage), ["chain 1, entry 7"]);
    });

    test("names the two entries that were swapped", async () => {
      await using opened = await openSealed(engine);
      await tamper(
        opened.storage,
        sql`update audit_entry set number = 100 where chain_id = 1 and number = 4`,
        sql`update audit_entry set number = 4 where chain_id = 1 and number = 8`,
        sql`update audit_entry set number = 8 where chain_id = 1 and number = 100`,
      );
      const places = await findPlaces(opened.storage);
      assert.ok(places.includes("chain 1, entry 4") && places.includes("chain 1, entry 8"));
    });

    test("names the first entry of an end that was cut off", async () => {
      await using opened = await openSealed(engine);
      const { storage } = opened;
      await tamper(storage, sql`delete from audit_entry where chain_id = 1 and number > 9`);
      assert.ok((await findPlaces(storage)).includes("chain 1, entry 10"));
      // Also if the head of the chain was moved back: the seal remembers it.
      await tamper(
        storage,
        sql`update audit_chain set head_number = 9, head_hash = (select hash from audit_entry
          where chain_id = 1 and number = 9) where chain_id = 1`,
      );
      assert.deepEqual(await findPlaces(storage), ["chain 1, entry 12"]);
    });

    test("names the seal that a chain with new hashes contradicts", async () => {
      await using opened = await openSealed(engine);
      const { storage } = opened;
      const [third, fourth] = await storage.read(() =>
        auditEntryTable.all(
          sql`select * from audit_entry where chain_id = 2 and number in (3, 4) order by number`,
        ),
      );
      assert(third !== undefined && fourth !== undefined);
      // Only the last two entries are given new hashes, as somebody would who knows the format.
      let hash = third.hash;
      for (const number of [4, 5]) {
        const [entry] = await storage.read(() =>
          auditEntryTable.all(
            sql`select * from audit_entry where chain_id = 2 and number = ${number}`,
          ),
        );
        assert(entry !== undefined);
        const changed = { ...entry, status: 404 };
        hash = hashEntry(hash, changed);
        await tamper(
          storage,
          sql`update audit_entry set status = 404, hash = ${hash}
            where chain_id = 2 and number = ${number}`,
          sql`update audit_chain set head_hash = ${hash} where chain_id = 2`,
        );
      }
      const { faults } = await verifyAudit(storage);
      assert.deepEqual(
        faults.map(({ place }) => place),
        ["chain 2, entry 5"],
      );
      assert.match(faults[0]?.text ?? "", /seal 2/);
    });

    test("names the seal that was changed, and the end of the seals that was cut off", async () => {
      await using opened = await openSealed(engine);
      const { storage } = opened;
      const { lastSeal } = await verifyAudit(storage);
      await tamper(storage, sql`update audit_seal set at = at + 1 where number = 1`);
      assert.deepEqual(await findPlaces(storage), ["seal 1"]);
      await tamper(
        storage,
        sql`update audit_seal set at = at - 1 where number = 1`,
        sql`delete from audit_seal where number = 2`,
        sql`update audit_chain set head_number = 1, head_hash = (select hash from audit_seal
          where number = 1) where chain_id = 0`,
      );
      assert.deepEqual(await findPlaces(storage), []);
      // Only a copy of the seal shows that it existed.
      assert(lastSeal !== undefined);
      const { faults } = await verifyAudit(storage, { anchors: [lastSeal] });
      assert.deepEqual(
        faults.map(({ place }) => place),
        ["seal 2"],
      );
    });

    test("names a person, an account and a TPP that were changed or removed", async () => {
      await using opened = await openSealed(engine);
      const { storage } = opened;
      await tamper(storage, sql`update audit_subject set person_id = 'ola' where person_id = 'p1'`);
      const subjects = await findPlaces(storage);
      assert.equal(subjects.length, 3);
      assert.ok(subjects.every((place) => place.startsWith("subject ")));
      await tamper(
        storage,
        sql`update audit_subject set person_id = 'p1' where person_id = 'ola'`,
        sql`update audit_actor set name = 'Somebody else'`,
      );
      assert.match((await findPlaces(storage)).join(), /^TPP \S+$/);
      await tamper(
        storage,
        sql`update audit_actor set name = 'Sparbot'`,
        sql`delete from audit_subject where subject_id = (select subject_id from audit_entry
          where chain_id = 2 and number = 5)`,
      );
      assert.ok((await findPlaces(storage)).includes("chain 2, entry 5"));
    });

    test("counts entries that no seal covers yet", async () => {
      await using opened = await openSealed(engine);
      const { trail } = anAuditTrail(opened.storage);
      trail.record(aFinishedRequest({ requestId: "later" }));
      await trail.flush();
      const { unsealed, faults } = await verifyAudit(opened.storage);
      assert.deepEqual({ unsealed, faults }, { unsealed: 1, faults: [] });
    });
  });
}
