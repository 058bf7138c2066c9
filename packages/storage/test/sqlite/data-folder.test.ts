import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openStorage } from "@varde/storage";
import { noteIds, notes } from "../notes.ts";

const writer = fileURLToPath(new URL("write-for-ever.ts", import.meta.url));
const flags = ["--conditions=varde-source", writer];

describe("the data folder", () => {
  let parent = "";
  let folder = "";
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "varde-folder-"));
    folder = join(parent, "data");
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const open = (path = folder) =>
    openStorage({ location: { engine: "sqlite", folder: path }, migrations: notes });

  const assertInUse = () => {
    const reason = "is in use by another process; stop it, or use another folder.";
    const message = `The data folder ${folder} ${reason}`;
    return assert.rejects(open(), { name: "StorageRefused", message });
  };

  test("only the owner can read the files, even in a folder that others can open", async () => {
    mkdirSync(folder, { mode: 0o755 });
    const storage = await open();
    const files = readdirSync(folder);
    assert.ok(files.includes("varde.sqlite-wal"), `${files}`);
    for (const file of files) assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600, file);
    await storage.close();
  });

  test("F10: a second opening is refused in one sentence, until the first is closed", async () => {
    const first = await open();
    await assertInUse();
    await first.close();
    await (await open()).close();
  });

  test("F10: a second process is refused, and has every row once the first is killed", async () => {
    const child = spawn(process.execPath, [...flags, folder], { stdio: ["ignore", "pipe", 2] });
    const acknowledged = await linesOf(child, 200);
    await assertInUse();
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
    const storage = await open();
    const kept = new Set(await noteIds(storage));
    assert.ok(acknowledged.length >= 200);
    assert.deepEqual(
      acknowledged.filter((id) => !kept.has(id)),
      [],
    );
    await storage.close();
  });

  test("a folder whose parent is missing is refused in one sentence", async () => {
    const path = join(parent, "none", "data");
    await assert.rejects(open(path), {
      name: "StorageRefused",
      message:
        `The data folder ${path} cannot be created because ${join(parent, "none")} ` +
        "does not exist.",
    });
  });

  test("a file in the folder's place is refused in one sentence", async () => {
    writeFileSync(folder, "");
    await assert.rejects(open(), {
      name: "StorageRefused",
      message: `The data folder ${folder} is not a folder.`,
    });
  });

  test("a file that is not a database is refused, and the folder is unlocked", async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, "varde.sqlite"), "not a database, and long enough to be seen");
    await assert.rejects(open(), { name: "StorageRefused", message: /cannot be used/ });
    rmSync(join(folder, "varde.sqlite"));
    await (await open()).close();
  });

  test("F10: a read-only folder is refused in one sentence", () => {
    mkdirSync(folder);
    chmodSync(folder, 0o555);
    chmodSync(parent, 0o755);
    // Root may write everywhere, so the test uses another account then.
    const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const child = spawnSync(process.execPath, [...flags, folder], { ...account, encoding: "utf8" });
    assert.equal(child.stdout, `The data folder ${folder} cannot be written to.\n`, child.stderr);
  });
});

/** Reads until there are at least this many lines and no more are available. */
async function linesOf(child: ChildProcess, count: number): Promise<readonly string[]> {
  const lines: string[] = [];
  const { stdout } = child;
  assert.ok(stdout);
  const reader = createInterface({ input: stdout });
  await new Promise<void>((resolve) => {
    reader.on("line", (line) => {
      lines.push(line);
      if (lines.length === count) resolve();
    });
  });
  return lines;
}
