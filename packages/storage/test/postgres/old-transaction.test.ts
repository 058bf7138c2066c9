import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { all, one, openStorage, recordRowChanges, run, type Storage, sql } from "@varde/storage";
import { type FreshDatabase, freshDatabase } from "@varde/testkit/postgres";
import { Client } from "pg";
import { OldestTransaction, RowChanges } from "../../src/postgres/row-changes.ts";

const group = { table: "purse", key: ["id"] };
const migrations = [
  {
    system: "purses",
    name: "001-purses",
    statements: [
      "create table purse (id text not null primary key, owner text not null)",
      ...recordRowChanges(group),
      "insert into purse (id, owner) values ('ours', 'nobody'), ('other', 'nobody')",
    ],
  },
];

const setOwner = (id: string, owner: string) => () =>
  run(sql`update purse set owner = ${owner} where id = ${id}`);
const insertMany = (prefix: string, count: number) => () =>
  run(sql`insert into purse (id, owner)
    select ${prefix} || number, 'any' from generate_series(1, ${count}) as number`);

describe("row changes while a transaction stays open", () => {
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

  /** Waits until a change is older than every open unit of the server, which other tests share. */
  const waitForOlderUnits = async () => {
    const readUnsettled = () =>
      theirs.read(() =>
        all(sql`select id from row_change where transaction_id
          >= cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)`),
      );
    while ((await readUnsettled()).length > 0) await setTimeout(10);
  };

  /** Opens a transaction that writes, and runs the work before it ends. */
  const whileOpen = async (url: string, text: string, work: (client: Client) => Promise<void>) => {
    const client = new Client(url);
    await client.connect();
    try {
      await client.query("begin");
      await client.query(text);
      await work(client);
    } finally {
      await client.end();
    }
  };

  const aCache = () => {
    const cache = ours.createReadCache<{ readonly owner: string } | undefined>({
      name: "owners",
      entriesMax: 100,
      groups: [group],
    });
    let reads = 0;
    const read = async (id = "ours") =>
      (
        await cache.read([id], () => {
          reads += 1;
          return one<{ readonly owner: string }>(sql`select owner from purse where id = ${id}`);
        })
      )?.owner;
    return { read, reads: () => reads };
  };

  /** Follows the changes beside the cache, to count what is read. */
  const aFollower = () => {
    const changes = new RowChanges();
    const heard: (string | null)[] = [];
    changes.listen(group, (each) => void heard.push(each));
    const counts = { rows: 0 };
    const follow = async (server?: string) => {
      const { read, apply } = changes.ask();
      const rows = await ours.read(read);
      counts.rows += rows.length;
      apply(server === undefined ? rows : rows.map((row) => ({ ...row, server })));
      return heard.splice(0);
    };
    return { follow, counts };
  };

  test("are not read many times if it is in another database of the server", async (t) => {
    const { read, reads } = aCache();
    const { follow, counts } = aFollower();
    const [turns, changesPerTurn] = [15, 100];
    await using elsewhere = await freshDatabase();
    await waitForOlderUnits();
    await whileOpen(elsewhere.url, "create table held_open ()", async () => {
      await follow();
      await read();
      const before = counts.rows;
      for (let turn = 0; turn < turns; turn += 1) {
        await theirs.write(insertMany(`${turn} `, changesPerTurn));
        assert.ok(!(await follow()).includes(null), "the caches are not emptied");
        await read();
      }
      const rows = counts.rows - before;
      t.diagnostic(`${rows} rows for ${turns * changesPerTurn} changes`);
      // The second question still starts at the horizon and repeats what the first returned.
      assert.ok(rows <= (turns + 2) * changesPerTurn, `${rows} rows`);
      assert.equal(reads(), 1);
    });
  });

  test("are not read again when the oldest of several such transactions ends", async () => {
    const { follow, counts } = aFollower();
    await follow();
    await whileOpen(database.url, "create table first_held ()", async (first) => {
      await theirs.write(insertMany("first ", 600));
      await whileOpen(database.url, "create table second_held ()", async () => {
        for (let turn = 0; turn < 30; turn += 1) {
          await theirs.write(insertMany(`second ${turn} `, 50));
          assert.ok(!(await follow()).includes(null), "the caches are not emptied");
        }
        await first.query("rollback");
        const before = counts.rows;
        for (let turn = 0; turn < 5; turn += 1) assert.ok(!(await follow()).includes(null));
        assert.ok(counts.rows - before <= 200, `${counts.rows - before} rows were read again`);
      });
    });
  });

  test("are seen if they are committed after many later ones were read", async () => {
    const { read } = aCache();
    const change = "update purse set owner = 'late' where id = 'ours'";
    await whileOpen(database.url, change, async (client) => {
      await theirs.write(insertMany("late ", 150));
      for (let turn = 0; turn < 20; turn += 1) {
        await theirs.write(setOwner("other", `turn ${turn}`));
        assert.equal(await read("other"), `turn ${turn}`);
        assert.notEqual(await read(), "late");
      }
      await client.query("commit");
      assert.equal(await read(), "late");
    });
  });

  test("are all forgotten when another server responds", async () => {
    const { follow } = aFollower();
    assert.deepEqual(await follow(), [null]);
    assert.deepEqual(await follow(), []);
    assert.deepEqual(await follow("promoted"), [null]);
  });

  test("show how long it has been open, until it ends", async () => {
    await using elsewhere = await freshDatabase();
    const ageMs = async () => (await ours.oldestTransactionMs?.()) ?? assert.fail();
    await whileOpen(elsewhere.url, "create table held_open ()", async (client) => {
      while ((await ageMs()) < 300) {
        await theirs.write(setOwner("other", "any"));
        await setTimeout(20);
      }
      await client.query("rollback");
      while ((await ageMs()) >= 300) await setTimeout(20);
    });
  });
});

test("the age counts from when a transaction was first seen, and is 0 without one", () => {
  const oldest = new OldestTransaction();
  assert.equal(oldest.ageMs({ oldest: "7", next: "7" }, 1_000), 0);
  assert.equal(oldest.ageMs({ oldest: "7", next: "9" }, 2_000), 0);
  assert.equal(oldest.ageMs({ oldest: "7", next: "12" }, 5_000), 3_000);
  assert.equal(oldest.ageMs({ oldest: "10", next: "12" }, 6_000), 0);
  assert.equal(oldest.ageMs({ oldest: "12", next: "12" }, 7_000), 0);
});
