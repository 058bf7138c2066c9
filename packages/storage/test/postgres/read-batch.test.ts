import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  all,
  one,
  openStorage,
  type Statement,
  StatementFailed,
  type Storage,
  StorageUnavailable,
  sql,
} from "@varde/storage";
import { type FreshDatabase, freshDatabase } from "@varde/testkit/postgres";
import { notes } from "../notes.ts";

describe("reads of one turn of the event loop, on PostgreSQL", () => {
  let database: FreshDatabase;
  let storage: Storage;
  const open = () =>
    openStorage({ location: { engine: "postgres", url: database.url }, migrations: notes });
  before(async () => {
    database = await freshDatabase();
    storage = await open();
  });
  after(async () => {
    await storage.close();
    await database.drop();
  });

  const readPid = async () => {
    const row = await storage.read(() => one<{ pid: bigint }>(sql`select pg_backend_pid() as pid`));
    return row?.pid;
  };
  const readTogether = async (count: number) => {
    const pids = await Promise.all(Array.from({ length: count }, readPid));
    return new Set(pids).size;
  };

  test("share a connection, up to eight of them", async () => {
    assert.equal(await readTogether(8), 1);
    assert.equal(await readTogether(17), 3);
  });

  test("return their own rows, however many lists a unit has", async () => {
    const sums = Array.from({ length: 20 }, (_, number) =>
      storage.read(function* () {
        const rows = yield* all<{ value: bigint }>(
          sql`select value from generate_series(1, cast(${number} as bigint)) as value`,
        );
        const last = yield* one<{ sum: bigint }>(
          sql`select cast(${number} as bigint) + cast(${rows.length} as bigint) as sum`,
        );
        return last?.sum;
      }),
    );
    assert.deepEqual(
      await Promise.all(sums),
      Array.from({ length: 20 }, (_, number) => BigInt(2 * number)),
    );
  });

  for (const [fault, statement, error] of [
    ["fails", sql`select 1 / (select count(*) from note) as none`, StatementFailed],
    [
      "is cancelled",
      sql`select cast(pg_cancel_backend(pg_backend_pid()) as text) as done`,
      StorageUnavailable,
    ],
  ] as const satisfies readonly (readonly [string, Statement, unknown])[]) {
    test(`are not affected by one of them that ${fault}`, async () => {
      const [first, faulty, last] = await Promise.allSettled([
        readPid(),
        storage.read(() => one(statement)),
        readPid(),
      ]);
      assert.equal(first.status, "fulfilled");
      assert.equal(last.status, "fulfilled");
      assert(faulty.status === "rejected");
      assert(faulty.reason instanceof error);
    });
  }

  test("end before the storage is closed", async () => {
    const other = await open();
    const read = other.read(() => one<{ value: bigint }>(sql`select 1 as value`));
    await other.close();
    assert.equal((await read)?.value, 1n);
    await assert.rejects(
      other.read(() => one(sql`select 1 as value`)),
      /The storage is closed/,
    );
  });
});
