import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { all, countChanges, one, openStorage, run, type Storage, sql } from "@varde/storage";
import { type FreshDatabase, freshDatabase } from "../../../../test/support/postgres.ts";

const migrations = [
  {
    system: "memory",
    name: "001-purses",
    statements: [
      "create table purse (id text not null primary key, owner text not null, coins integer)",
      "create table uncounted (id text not null primary key)",
      "insert into purse (id, owner, coins) values ('purse', 'nobody', 0)",
      ...countChanges("purse", ["owner"]),
    ],
  },
];

interface Purse {
  readonly owner: string;
  readonly coins: bigint;
}

const readPurse = () => one<Purse>(sql`select owner, coins from purse where id = 'purse'`);

describe("what is remembered of PostgreSQL", () => {
  let database: FreshDatabase;
  let ours: Storage;
  let theirs: Storage;
  before(async () => {
    database = await freshDatabase();
    const location = { engine: "postgres", url: database.url } as const;
    ours = await openStorage({ location, migrations });
    theirs = await openStorage({ location, migrations });
  });
  after(async () => {
    await ours.close();
    await theirs.close();
    await database.drop();
  });
  const nameOwner = (name: string) => () => run(sql`update purse set owner = ${name}`);

  test("is never older than what another process has been told is done", async () => {
    const memory = ours.createMemory<Purse | undefined>(["purse"]);
    const look = async () => (await memory.read("purse", readPurse))?.owner;
    for (let turn = 0; turn < 40; turn += 1) {
      const before = Array.from({ length: 8 }, look);
      await theirs.write(nameOwner(`owner ${turn}`));
      const after = await Promise.all(Array.from({ length: 8 }, look));
      assert.deepEqual(new Set(after), new Set([`owner ${turn}`]));
      await Promise.all(before);
    }
  });

  test("is not what a unit that is still open has written", async () => {
    const memory = ours.createMemory<Purse | undefined>(["purse"]);
    const look = async () => (await memory.read("purse", readPurse))?.owner;
    await ours.write(nameOwner("the one before"));
    let looks: Promise<string | undefined> | undefined;
    await theirs.write(function* () {
      yield* nameOwner("the one after")();
      looks = look();
    });
    await looks;
    assert.equal(await look(), "the one after");
  });

  test("outlives a change to a column that is not counted", async () => {
    const memory = ours.createMemory<Purse | undefined>(["purse"]);
    let reads = 0;
    const look = () =>
      memory.read("purse", () => {
        reads += 1;
        return readPurse();
      });
    await look();
    await theirs.write(() => run(sql`update purse set coins = coins + 1`));
    await look();
    assert.equal(reads, 1);
  });

  test("is not what an older database, put back meanwhile, is brought to anew", async () => {
    const memory = ours.createMemory<Purse | undefined>(["purse"]);
    const look = async () => (await memory.read("purse", readPurse))?.owner;
    await ours.write(nameOwner("the one in the backup"));
    const counts = await ours.read(() =>
      all<{ shard: bigint; changes: bigint }>(
        sql`select shard, changes from table_change where table_name = 'purse'`,
      ),
    );
    await ours.write(nameOwner("the one that is lost"));
    assert.equal(await look(), "the one that is lost");
    await theirs.write(() =>
      run(
        sql`delete from table_change where table_name = 'purse'`,
        ...counts.map(
          ({ shard, changes }) => sql`insert into table_change (table_name, shard, changes)
            values ('purse', ${shard}, ${changes})`,
        ),
      ),
    );
    await theirs.write(nameOwner("the one after"));
    assert.equal(await look(), "the one after");
  });

  test("is forgotten when the table is emptied", async () => {
    const memory = ours.createMemory<Purse | undefined>(["purse"]);
    assert.notEqual(await memory.read("purse", readPurse), undefined);
    await theirs.write(() => run(sql`truncate purse`));
    assert.equal(await memory.read("purse", readPurse), undefined);
  });

  test("is refused for a table that does not count its changes", async () => {
    const memory = ours.createMemory<Purse | undefined>(["uncounted"]);
    await assert.rejects(async () => memory.read("purse", readPurse), /uncounted does not count/);
  });
});
