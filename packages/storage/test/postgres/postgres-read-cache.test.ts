import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import {
  all,
  inList,
  one,
  openStorage,
  recordRowChanges,
  run,
  type Storage,
  sql,
} from "@varde/storage";
import { type FreshDatabase, freshDatabase } from "@varde/testkit/postgres";
import { pruneRowChanges } from "../../src/postgres/row-changes.ts";

const groups = [{ table: "purse", key: ["id"], columns: ["owner"] }] as const;
const migrations = [
  {
    system: "purses",
    name: "001-purses",
    statements: [
      "create table purse (id text not null primary key, owner text not null, coins integer)",
      "create table unrecorded (id text not null primary key)",
      ...groups.flatMap(recordRowChanges),
      "insert into purse (id, owner, coins) values ('ours', 'nobody', 0), ('other', 'nobody', 0)",
    ],
  },
];

const readOwner = (id: string) =>
  one<{ readonly owner: string }>(sql`select owner from purse where id = ${id}`);
const setOwner = (id: string, owner: string) => () =>
  run(sql`update purse set owner = ${owner} where id = ${id}`);

describe("a read cache on PostgreSQL, with two processes", () => {
  let database: FreshDatabase;
  let ours: Storage;
  let theirs: Storage;
  before(async () => {
    database = await freshDatabase();
    const location = { engine: "postgres", url: database.url } as const;
    ours = await openStorage({ location, migrations });
    theirs = await openStorage({ location, migrations });
  });
  beforeEach(() => waitForOlderUnits());
  after(async () => {
    await ours.close();
    await theirs.close();
    await database.drop();
  });

  /**
   * Waits until every change so far is older than the oldest open unit on the server, which other
   * tests share. Until then the cache has no change to start from and stores nothing.
   */
  const waitForOlderUnits = async () => {
    const readUnsettled = () =>
      theirs.read(() =>
        all(sql`select id from row_change where transaction_id
          >= cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)`),
      );
    while ((await readUnsettled()).length > 0) await setTimeout(10);
  };

  const aCache = () => {
    const cache = ours.createReadCache<{ readonly owner: string } | undefined>({
      name: "owners",
      entriesMax: 100,
      groups,
    });
    let reads = 0;
    const read = async (id = "ours") =>
      (
        await cache.read([id], () => {
          reads += 1;
          return readOwner(id);
        })
      )?.owner;
    return { read, reads: () => reads };
  };

  test("does not store what it read before a change that it has learned of since", async () => {
    const cache = ours.createReadCache<string | undefined>({
      name: "slow",
      entriesMax: 10,
      groups,
    });
    await ours.write(setOwner("ours", "before"));
    const isRead = Promise.withResolvers<void>();
    let mayEnd = false;
    const slow = cache.read(["ours"], function* () {
      const found = yield* readOwner("ours");
      isRead.resolve();
      while (!mayEnd) yield* one(sql`select 1 as pause`);
      return found?.owner;
    });
    await isRead.promise;
    await theirs.write(setOwner("ours", "after"));
    await cache.read(["other"], function* () {
      return (yield* readOwner("other"))?.owner;
    });
    mayEnd = true;
    assert.equal(await slow, "before");
    const now = await cache.read(["ours"], function* () {
      return (yield* readOwner("ours"))?.owner;
    });
    assert.equal(now, "after");
  });

  test("is never older than a change whose commit another process has seen", async () => {
    const { read } = aCache();
    for (let turn = 0; turn < 40; turn += 1) {
      const before = Array.from({ length: 8 }, () => read());
      await theirs.write(setOwner("ours", `owner ${turn}`));
      const after = await Promise.all(Array.from({ length: 8 }, () => read()));
      assert.deepEqual(new Set(after), new Set([`owner ${turn}`]));
      await Promise.all(before);
    }
  });

  test("keeps an entry when another process changes another key", async () => {
    const { read, reads } = aCache();
    await read();
    await theirs.write(setOwner("other", "someone else"));
    await read();
    assert.equal(reads(), 1);
    assert.equal(await read("other"), "someone else");
  });

  test("does not return what an open unit has written, and does when it is committed", async () => {
    const { read } = aCache();
    await ours.write(setOwner("ours", "the one before"));
    let inBetween: string | undefined;
    await theirs.write(function* () {
      yield* setOwner("ours", "the one after")();
      read().then((owner) => {
        inBetween = owner;
      });
      while (inBetween === undefined) yield* one(sql`select 1 as pause`);
    });
    assert.equal(inBetween, "the one before");
    assert.equal(await read(), "the one after");
  });

  test("sees a change that began before another one and was committed after it", async () => {
    const { read } = aCache();
    await read();
    const isWritten = Promise.withResolvers<void>();
    let mayCommit = false;
    const slow = theirs.write(function* () {
      yield* setOwner("ours", "slow")();
      isWritten.resolve();
      while (!mayCommit) yield* one(sql`select 1 as pause`);
    });
    await isWritten.promise;
    await ours.write(setOwner("other", "fast"));
    assert.equal(await read("other"), "fast");
    assert.notEqual(await read(), "slow");
    mayCommit = true;
    await slow;
    assert.equal(await read(), "slow");
  });

  test("reads only once while an older unit is still open", async () => {
    const { read, reads } = aCache();
    const isWritten = Promise.withResolvers<void>();
    let mayCommit = false;
    const slow = theirs.write(function* () {
      yield* setOwner("other", "slow")();
      isWritten.resolve();
      while (!mayCommit) yield* one(sql`select 1 as pause`);
    });
    await isWritten.promise;
    await ours.write(setOwner("ours", "newer"));
    for (let turn = 0; turn < 5; turn += 1) assert.equal(await read(), "newer");
    assert.equal(reads(), 1);
    mayCommit = true;
    await slow;
  });

  test("forgets everything when an older database was restored", async () => {
    const { read } = aCache();
    await ours.write(setOwner("ours", "the one in the backup"));
    const log = await ours.read(() => all<{ id: string }>(sql`select id from row_change`));
    await ours.write(setOwner("ours", "the one that is lost"));
    await ours.write(setOwner("other", "any"));
    await waitForOlderUnits();
    assert.equal(await read(), "the one that is lost");
    await theirs.write(function* () {
      yield* run(sql`alter table purse disable trigger user`);
      yield* setOwner("ours", "the one in the backup")();
      yield* run(sql`alter table purse enable trigger user`);
      yield* run(sql`delete from row_change where not id ${inList(log.map(({ id }) => id))}`);
    });
    assert.equal(await read(), "the one in the backup");
  });

  test("forgets everything when changes it has not seen were pruned", async () => {
    const { read } = aCache();
    assert.notEqual(await read(), "changed long ago");
    await theirs.write(setOwner("ours", "changed long ago"));
    await theirs.write(setOwner("other", "changed later, long ago"));
    await theirs.write(() => run(sql`update row_change set recorded_at = 0`));
    await theirs.write(setOwner("other", "changed now"));
    // Units of other tests on this server may still be open, and pruning stops at the oldest one.
    const readLog = () => theirs.read(() => all(sql`select id from row_change`));
    do await theirs.write(pruneRowChanges);
    while ((await readLog()).length > 2);
    assert.equal((await readLog()).length, 2, "the newest of the old changes, and the new one");
    assert.equal(await read(), "changed long ago");
  });

  test("prunes changes of another server whose transaction ids are ahead", async () => {
    await theirs.write(() =>
      run(sql`insert into row_change (transaction_id, topic) values (${2n ** 60n}, 'restored')`),
    );
    await theirs.write(pruneRowChanges);
    const restored = sql`select id from row_change where topic = 'restored'`;
    assert.deepEqual(await theirs.read(() => all(restored)), []);
    const { read } = aCache();
    await theirs.write(setOwner("ours", "after the restore"));
    assert.equal(await read(), "after the restore");
  });

  test("forgets everything when more has changed than it reads at a time", async () => {
    const { read, reads } = aCache();
    await read();
    await theirs.write(() =>
      run(sql`insert into purse (id, owner)
        select cast(number as text), 'many' from generate_series(1, 1200) as number`),
    );
    await read();
    assert.equal(reads(), 2);
    assert.equal(await read("7"), "many");
    await waitForOlderUnits();
    await read();
    await read();
    const before = reads();
    await read();
    assert.equal(reads(), before, "what is read afterwards is cached again");
  });

  test("forgets a table that is truncated", async () => {
    const { read } = aCache();
    assert.notEqual(await read(), undefined);
    await theirs.write(() => run(sql`truncate purse`));
    assert.equal(await read(), undefined);
  });

  test("is refused for rows whose changes no migration records", () => {
    for (const wrong of [
      { table: "unrecorded", key: ["id"] },
      { table: "purse", key: ["owner"] },
    ]) {
      assert.throws(
        () => ours.createReadCache({ name: "wrong", entriesMax: 1, groups: [wrong] }),
        /The cache "wrong" depends on \w+\(\w+\), whose changes no migration records/,
      );
    }
  });
});
