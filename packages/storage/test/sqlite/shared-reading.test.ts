import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openStorage, type Storage } from "@varde/storage";
import { addNote, noteIds, notes } from "../notes.ts";

describe("reads of one turn", () => {
  let folder = "";
  let storage: Storage;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "varde-reading-"));
    storage = await openStorage({ location: { engine: "sqlite", folder }, migrations: notes });
  });
  after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("see what was written since the previous turn", async () => {
    const before = noteIds(storage);
    const written = storage.write(() => addNote("a"));
    assert.deepEqual(await before, []);
    await written;
    assert.deepEqual(await noteIds(storage), ["a"]);
  });

  test("hold the log no longer than the turn", async () => {
    await storage.write(() => addNote("b"));
    const other = new DatabaseSync(join(folder, "varde.sqlite"), { timeout: 0 });
    const isBusy = () => other.prepare("pragma wal_checkpoint(truncate)").get()?.busy === 1;
    const read = noteIds(storage);
    assert.equal(isBusy(), true);
    await read;
    await setImmediate();
    assert.equal(isBusy(), false);
    other.close();
  });

  test("are over when the storage is closed", async () => {
    const read = noteIds(storage);
    await storage.close();
    assert.deepEqual(await read, ["a", "b"]);
  });
});
