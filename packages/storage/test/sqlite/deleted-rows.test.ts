import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, type TestContext, test } from "node:test";
import { openStorage, run, StorageUnavailable, sql } from "@varde/storage";
import { addNote, noteIds, notes } from "../notes.ts";

const mark = "a trace of somebody";

const aFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), "varde-deleted-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const open = (folder: string) =>
  openStorage({ location: { engine: "sqlite", folder }, migrations: notes });

const listTraces = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(mark));

/** Deletes rows as an older version did, which left them in the file. */
const deleteAsBefore = async (folder: string): Promise<void> => {
  await (await open(folder)).close();
  const database = new DatabaseSync(join(folder, "varde.sqlite"));
  database.exec("pragma secure_delete = off");
  for (const id of ["a", "b", "c"]) {
    database.prepare("insert into note (id, body) values (?, ?)").run(id, `${mark} ${id}`);
  }
  database.exec("delete from note where id < 'c'; update note set body = 'other'");
  database.close();
  assert.deepEqual(listTraces(folder), ["varde.sqlite"]);
};

describe("what is deleted on SQLite", () => {
  test("is overwritten in the file", async (t) => {
    const folder = aFolder(t);
    const storage = await open(folder);
    // The second one is so long that it has pages of its own.
    const bodies = [mark, `${"x".repeat(20_000)}${mark}`, mark];
    for (const [index, body] of bodies.entries()) {
      await storage.write(() => addNote(String(index), body));
    }
    await storage.write(() =>
      run(sql`delete from note where id < '2'`, sql`update note set body = null`),
    );
    await storage.close();
    assert.deepEqual(listTraces(folder), []);
  });

  test("is in no file after a purge, whoever deleted it", async (t) => {
    const folder = aFolder(t);
    await deleteAsBefore(folder);
    const storage = await open(folder);
    t.after(() => storage.close());
    await storage.write(() => addNote("d", mark));
    await storage.write(() => run(sql`delete from note where id = 'd'`));
    assert.deepEqual(listTraces(folder), ["varde.sqlite", "varde.sqlite-wal"]);
    await storage.purgeDeletedRows?.();
    assert.deepEqual(listTraces(folder), []);
    assert.deepEqual(await noteIds(storage), ["c"]);
  });

  test("is reported as not purged while another process reads the log", async (t) => {
    const folder = aFolder(t);
    await deleteAsBefore(folder);
    const storage = await open(folder);
    t.after(() => storage.close());
    const reader = new DatabaseSync(join(folder, "varde.sqlite"), { readOnly: true });
    reader.exec("begin; select * from note");
    await assert.rejects(async () => storage.purgeDeletedRows?.(), {
      name: "StorageUnavailable",
      message: /log of the database still has what was deleted, because it is being read/,
    });
    reader.close();
    await storage.purgeDeletedRows?.();
    assert.deepEqual(listTraces(folder), []);
  });

  test("is reported as not purged if the database cannot be rewritten", async (t) => {
    const folder = aFolder(t);
    await deleteAsBefore(folder);
    const storage = await open(folder);
    const writer = new DatabaseSync(join(folder, "varde.sqlite"));
    writer.exec("begin immediate");
    await assert.rejects(async () => storage.purgeDeletedRows?.(), {
      name: "StorageUnavailable",
      message: /SQLite could not rewrite the database \(database is locked\)/,
    });
    writer.close();
    await storage.close();
    await assert.rejects(async () => storage.purgeDeletedRows?.(), StorageUnavailable);
  });
});
