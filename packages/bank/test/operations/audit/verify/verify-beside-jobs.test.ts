import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openStorage, type Storage } from "@varde/storage";
import { aMigratedDatabase, engines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../../src/migrations/index.ts";
import { verifyAudit } from "../../../../src/operations/audit/verify/verify-audit.ts";
import { erasePerson } from "../../../../src/operations/stored-data/erase-person.ts";
import { aFinishedRequest, anAuditTrail, aSealKey } from "../an-audit.ts";

const hourMs = 60 * 60_000;
const hours = 24;

/** Opens a database with sealed hours in which the data of one person each was read. */
const openUsed = async (engine: (typeof engines)[number], entriesOf: (hour: number) => number) => {
  await using stack = new AsyncDisposableStack();
  const { location } = stack.use(await aMigratedDatabase(engine, bankMigrations));
  const storage = await openStorage({ location, migrations: bankMigrations });
  stack.defer(() => storage.close());
  let hour = 1;
  const { signer, publicKey } = aSealKey();
  const { trail } = anAuditTrail(storage, { signer, now: () => hour * hourMs });
  const readAndSeal = async () => {
    for (let at = 0; at < entriesOf(hour); at += 1) {
      const requestId = `${hour} ${at}`;
      trail.record(aFinishedRequest({ requestId, personId: `person ${hour}`, at: hour * hourMs }));
    }
    await trail.flush();
    await trail.seal();
  };
  for (; hour < hours; hour += 1) await readAndSeal();
  const opened = stack.move();
  return {
    storage,
    readAndSeal,
    /** Deletes the entries of the oldest hours, so that so many are deleted in all. */
    expire: (deleted: number) => trail.deleteExpired((hours - deleted) * hourMs),
    erase: (ofHour: number) =>
      erasePerson({ storage, signer, now: hour * hourMs }, "world", `person ${ofHour}`),
    verify: async (from: Storage) => (await verifyAudit(from, { keys: [publicKey] })).faults,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};
type Used = Awaited<ReturnType<typeof openUsed>>;

/** Runs a job before one of the reads of a storage, as a running bank may. */
const interrupt = (storage: Storage, isNow: (reads: number) => boolean, job: () => unknown) => {
  let reads = 0;
  const reading =
    <Unit, Result>(read: (unit: Unit) => Promise<Result>) =>
    async (unit: Unit) => {
      if (isNow(reads)) await job();
      reads += 1;
      return read(unit);
    };
  return Object.assign(Object.create(storage) as Storage, {
    read: reading(storage.read.bind(storage)),
    readAtOnce: reading(storage.readAtOnce.bind(storage)),
  });
};

/** Counts the reads of a verification that nothing interrupts. */
const countReads = async ({ storage, verify }: Used): Promise<number> => {
  let count = 0;
  const counting = interrupt(
    storage,
    () => {
      count += 1;
      return false;
    },
    () => {},
  );
  assert.deepEqual(await verify(counting), []);
  return count;
};

/** Jobs of a running bank, each of which can be repeated. */
const jobs: Readonly<Record<string, (used: Used, time: number) => Promise<unknown>>> = {
  "expired entries are deleted": ({ expire }, time) => expire(time),
  "a person is erased": ({ erase }, time) => erase(time),
  "entries are written and sealed": ({ readAndSeal }) => readAndSeal(),
};

for (const engine of engines) {
  describe(`verifying the audit of a running bank on ${engine}`, () => {
    for (const [name, job] of Object.entries(jobs)) {
      test(`finds no fault if ${name} between any two of its reads`, async () => {
        await using used = await openUsed(engine, () => 2);
        const reads = await countReads(used);
        assert(reads > 8, `${reads} reads`);
        for (let at = 0; at < reads; at += 1) {
          const isNow = (read: number) => read === at;
          const interrupted = interrupt(used.storage, isNow, () => job(used, at + 1));
          assert.deepEqual(await used.verify(interrupted), [], `before read ${at}`);
        }
      });
    }

    test("finds no fault if entries between two pages of a chain are deleted", async () => {
      await using used = await openUsed(engine, (hour) => (hour === 1 ? 1_005 : 1));
      const reads = await countReads(used);
      // The second page is read some time before the end.
      for (const fromEnd of [6, 5, 4, 3]) {
        const isNow = (read: number) => read === reads - fromEnd;
        const interrupted = interrupt(used.storage, isNow, () => used.expire(8 - fromEnd));
        assert.deepEqual(await used.verify(interrupted), [], `${fromEnd} reads before the end`);
      }
    });
  });
}
