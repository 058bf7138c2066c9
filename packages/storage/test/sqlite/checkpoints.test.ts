import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { openStorage, type Storage } from "@varde/storage";
import { Checkpoints, maySplitCheckpoints } from "../../src/sqlite/checkpoints.ts";
import { storageLimits } from "../../src/storage-limits.ts";
import { addNote, noteIds, notes } from "../notes.ts";

const pageBytes = 4_096;

describe("a process that writes a lot", () => {
  let folder = "";
  let storage: Storage;
  const open = () => openStorage({ location: { engine: "sqlite", folder }, migrations: notes });
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "varde-checkpoints-"));
    storage = await open();
  });
  after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const written: string[] = [];
  const write = async (bytes: number): Promise<void> => {
    const id = String(written.length).padStart(6, "0");
    await storage.write(() => addNote(id, "x".repeat(bytes)));
    written.push(id);
  };
  const databaseBytes = () => statSync(join(folder, "varde.sqlite")).size;

  test("has its log copied into the database while it continues to write", async () => {
    for (let commit = 0; commit < storageLimits.sqliteThreadCommits; commit += 1) await write(1);
    await write(2 * storageLimits.sqliteThreadPages * pageBytes);
    // Slow enough that the thread starts before the log is full.
    while (databaseBytes() < storageLimits.sqliteThreadPages * pageBytes) {
      await write(1);
      await setTimeout(5);
    }
    const reader = new DatabaseSync(join(folder, "varde.sqlite"));
    const look = reader.prepare("pragma wal_checkpoint(noop)").get();
    reader.close();
    assert.ok(Number(look?.log) < storageLimits.sqliteLogPages, "no commit has had to copy it");
  });

  test("leaves no log when it ends, and has every row when it starts again", async () => {
    await storage.close();
    assert.equal(existsSync(join(folder, "varde.sqlite-wal")), false);
    storage = await open();
    assert.deepEqual(await noteIds(storage), written);
  });
});

test("a process gets the larger cache when it has written a lot, and not before", async () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-cache-"));
  const path = join(folder, "varde.sqlite");
  const database = new DatabaseSync(path);
  const cacheSize = () => Number(database.prepare("pragma cache_size").get()?.cache_size);
  const before = cacheSize();
  const checkpoints = new Checkpoints(database, path);
  for (let commit = 1; commit < storageLimits.sqliteThreadCommits; commit += 1) {
    checkpoints.committed();
  }
  assert.equal(cacheSize(), before);
  checkpoints.committed();
  assert.equal(cacheSize(), -storageLimits.sqliteBusyCacheKib);
  await checkpoints.close();
  database.close();
  rmSync(folder, { recursive: true });
});

test("a SQLite that can lose commits while another connection copies gets no thread", () => {
  const versions = ["3.50.4", "3.51.2", "3.51.3", "3.53.4", "4.0.0", ""];
  assert.deepEqual(versions.filter(maySplitOf), ["3.51.3", "3.53.4", "4.0.0"]);
});

const maySplitOf = (version: string) => maySplitCheckpoints(version);
