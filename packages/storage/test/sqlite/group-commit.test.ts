import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, test } from "node:test";
import { openStorage, run, type Storage, StorageUnavailable, sql } from "@varde/storage";
import { GroupCommit, type GroupCommitOptions } from "../../src/sqlite/group-commit.ts";
import { SqliteStatements } from "../../src/sqlite/sqlite-statements.ts";
import { addNote, noteIds, notes } from "../notes.ts";

const options: GroupCommitOptions = {
  waitingUnitsMax: 100,
  batchMs: Number.POSITIVE_INFINITY,
  fullDiskPausesMs: [],
  onFatal: (error) => assert.fail(error),
};

/** Counts commits, and makes them fail on demand. */
class WatchedDatabase extends DatabaseSync {
  commits = 0;
  commitFault: (Error & { errcode?: number }) | undefined;

  override prepare(text: string) {
    const statement = super.prepare(text);
    if (text !== "commit") return statement;
    const commit = statement.run.bind(statement);
    statement.run = () => {
      if (this.commitFault !== undefined) throw this.commitFault;
      this.commits += 1;
      return commit();
    };
    return statement;
  }
}

function open(changed: Partial<GroupCommitOptions> = {}) {
  const database = new WatchedDatabase(":memory:", { readBigInts: true, returnArrays: true });
  database.exec("create table note (id text primary key, body text, size integer) strict");
  const statements = new SqliteStatements(database, Date.now);
  const group = new GroupCommit(database, statements, { ...options, ...changed });
  const ids = () => statements.run(sql`select id from note order by id`).rows.map((row) => row.id);
  return { database, group, ids };
}

function fault(errcode: number): Error & { errcode: number } {
  return Object.assign(new Error(`SQLite error ${errcode}`), { errcode });
}

describe("group commit", () => {
  test("units that wait at the same time share one commit", async () => {
    const { database, group, ids } = open();
    await Promise.all(["a", "b", "c"].map((id) => group.write(() => addNote(id))));
    assert.equal(database.commits, 1);
    assert.deepEqual(ids(), ["a", "b", "c"]);
  });

  test("a batch ends when its time is up, and the other units follow in the next", async () => {
    const { database, group, ids } = open({ batchMs: 0 });
    await Promise.all(["a", "b", "c"].map((id) => group.write(() => addNote(id))));
    assert.equal(database.commits, 3);
    assert.deepEqual(ids(), ["a", "b", "c"]);
  });

  test("no caller gets a result before the commit", async () => {
    const { database, group } = open();
    const commitsAtResult = await Promise.all(
      ["a", "b"].map((id) => group.write(() => addNote(id)).then(() => database.commits)),
    );
    assert.deepEqual(commitsAtResult, [1, 1]);
  });

  test("a unit that throws does not affect the others of its batch", async () => {
    const { database, group, ids } = open();
    const fails = function* () {
      yield* addNote("b");
      throw new Error("no");
    };
    const outcomes = await Promise.allSettled([
      group.write(() => addNote("a")),
      group.write(fails),
      group.write(() => addNote("a")),
      group.write(() => addNote("c")),
    ]);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status),
      ["fulfilled", "rejected", "rejected", "fulfilled"],
    );
    assert.deepEqual(ids(), ["a", "c"]);
    assert.equal(database.commits, 1);
  });

  test("refuses a unit immediately when too many are waiting", async () => {
    const { group, ids } = open({ waitingUnitsMax: 2 });
    const waiting = [group.write(() => addNote("a")), group.write(() => addNote("b"))];
    await assert.rejects(
      group.write(() => addNote("c")),
      StorageUnavailable,
    );
    await Promise.all(waiting);
    assert.deepEqual(ids(), ["a", "b"]);
  });

  test("a commit that fails rejects the whole batch, and the next batch works", async () => {
    const { database, group, ids } = open();
    database.commitFault = fault(5);
    const outcomes = await Promise.allSettled(
      ["a", "b"].map((id) => group.write(() => addNote(id))),
    );
    for (const outcome of outcomes) {
      assert.ok(outcome.status === "rejected" && outcome.reason instanceof StorageUnavailable);
    }
    assert.deepEqual(ids(), []);
    database.commitFault = undefined;
    await group.write(() => addNote("c"));
    assert.deepEqual(ids(), ["c"]);
  });

  test("a transaction that SQLite rolls back itself rejects the whole batch", async () => {
    const { group, ids } = open();
    const outcomes = await Promise.allSettled([
      group.write(() => addNote("a")),
      group.write(() => run(sql`insert or rollback into note (id) values ('a')`)),
      group.write(() => addNote("b")),
    ]);
    const reasons = outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.name);
    assert.deepEqual(reasons, ["StorageUnavailable", "StorageUnavailable", false]);
    assert.deepEqual(ids(), ["b"]);
  });

  test("retries after the disk was full for a moment", async () => {
    const { database, group, ids } = open({ fullDiskPausesMs: [1, 1] });
    database.commitFault = fault(13);
    const written = group.write(() => addNote("a"));
    await new Promise((resolve) => setImmediate(resolve));
    database.commitFault = undefined;
    await written;
    assert.deepEqual(ids(), ["a"]);
  });

  test("an I/O error is fatal: refuses the batch, the waiting units and later ones", async () => {
    const fatal: Error[] = [];
    const { database, group, ids } = open({ batchMs: 0, onFatal: (error) => fatal.push(error) });
    database.commitFault = fault(10 | (4 << 8));
    const outcomes = await Promise.allSettled(
      ["a", "b"].map((id) => group.write(() => addNote(id))),
    );
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status),
      ["rejected", "rejected"],
    );
    assert.deepEqual(fatal, [database.commitFault]);
    await assert.rejects(
      group.write(() => addNote("c")),
      StorageUnavailable,
    );
    assert.deepEqual(ids(), []);
  });
});

describe("a full disk", () => {
  let folder = "";
  let storage: Storage;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "varde-full-"));
    const location = { engine: "sqlite", folder } as const;
    storage = await openStorage({ location, migrations: notes, fullDiskPausesMs: [1] });
    await storage.write(() => addNote("first"));
  });

  afterEach(async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("F03: refuses writes, still reads, and writes again when there is room", async () => {
    await limitPages(storage, 1);
    const body = "x".repeat(200_000);
    const outcomes = await Promise.allSettled(
      ["a", "b"].map((id) => storage.write(() => addNote(id, body))),
    );
    for (const outcome of outcomes) {
      assert.ok(outcome.status === "rejected" && outcome.reason instanceof StorageUnavailable);
      assert.equal(outcome.reason.message, "The disk is full.");
    }
    assert.deepEqual(await noteIds(storage), ["first"]);
    await limitPages(storage, 1_000_000);
    await storage.write(() => addNote("after", body));
    assert.deepEqual(await noteIds(storage), ["after", "first"]);
  });
});

/** Past its page limit SQLite returns SQLITE_FULL, as it does when the disk is full. */
async function limitPages(storage: Storage, pages: 1 | 1_000_000): Promise<void> {
  const limit = {
    1: sql`pragma max_page_count = 1`,
    1000000: sql`pragma max_page_count = 1000000`,
  };
  await storage.write(() => run(limit[pages]));
}
