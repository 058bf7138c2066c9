import assert from "node:assert/strict";
import { test } from "node:test";
import { countChanges, one, run, sql } from "@varde/storage";
import { onBothEngines } from "../../../test/support/both-engines.ts";
import { tablesWritten } from "../src/sqlite/table-memory.ts";

const migrations = [
  {
    system: "memory",
    name: "001-notes",
    statements: [
      "create table note (id text not null primary key, body text not null)",
      ...countChanges("note"),
    ],
  },
];

const keep = (id: string, body: string) =>
  run(sql`insert into note (id, body) values (${id}, ${body})
    on conflict (id) do update set body = excluded.body`);
const read = (id: string) => one<{ body: string }>(sql`select body from note where id = ${id}`);

onBothEngines(migrations, (storage) => {
  test("what is remembered is what stands in the table, after every write", async () => {
    const notes = storage().createMemory<{ body: string } | undefined>(["note"]);
    const look = () => notes.read("a", () => read("a"));
    assert.equal(await look(), undefined);
    for (const body of ["one", "two", "three"]) {
      await storage().write(() => keep("a", body));
      assert.equal((await look())?.body, body);
      assert.equal((await look())?.body, body);
    }
  });

  test("a unit that was undone leaves nothing to remember", async () => {
    const notes = storage().createMemory<{ body: string } | undefined>(["note"]);
    await storage().write(() => keep("b", "kept"));
    const undone = storage().write(function* () {
      yield* keep("b", "undone");
      throw new Error("undone");
    });
    await assert.rejects(undone, /undone/);
    assert.equal((await notes.read("b", () => read("b")))?.body, "kept");
  });

  test("a second look reads nothing, until something is written", async () => {
    const notes = storage().createMemory<{ body: string } | undefined>(["note"]);
    let reads = 0;
    const look = () =>
      notes.read("c", () => {
        reads += 1;
        return read("c");
      });
    await look();
    await look();
    assert.equal(reads, 1);
    await storage().write(() => keep("c", "new"));
    await look();
    assert.equal(reads, 2);
  });
});

test("every table a statement writes is found in its text", () => {
  assert.deepEqual(tablesWritten("select * from note"), []);
  assert.deepEqual(tablesWritten("insert into note (id) values (?)"), ["note"]);
  assert.deepEqual(tablesWritten("with x as (select 1) update note set body = ?"), ["note"]);
  assert.deepEqual(tablesWritten("delete\n  from note"), ["note"]);
});
