import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openTppFolder } from "../../src/identity/tpp-folder.ts";

describe("the folder of a TPP", () => {
  let parent: string;
  before(() => {
    parent = mkdtempSync(join(tmpdir(), "varde-tpp-"));
  });
  after(() => rmSync(parent, { recursive: true }));

  const open = (path: string) =>
    openTppFolder(path, { create: "varde tpp new", adopt: "varde tpp import" });
  const createIn = (path: string) =>
    open(path).create({
      record: { name: "A", kind: "working", roles: [], bank: "b" },
      certificate: "certificate",
      key: "key",
    });

  test("is ignored by git under any name", () => {
    const path = join(parent, ".regnskap");
    createIn(path);
    assert.equal(readFileSync(join(path, ".gitignore"), "utf8"), "*\n");
  });

  for (const file of ["key.pem", "certificate.pem", "tpp.json"]) {
    test(`is left as it is if ${file} is there, even if it appears at the last moment`, () => {
      const path = mkdtempSync(join(parent, "taken-"));
      writeFileSync(join(path, file), "mine");
      assert.throws(() => createIn(path), new RegExp(`Cannot write .*${file} \\(EEXIST\\)`));
      assert.equal(readFileSync(join(path, file), "utf8"), "mine");
      for (const other of ["key.pem", "certificate.pem", "tpp.json", ".gitignore"]) {
        if (other !== file) assert(!existsSync(join(path, other)), other);
      }
    });
  }

  test("does not hide files that were there before", () => {
    const path = mkdtempSync(join(parent, "project-"));
    writeFileSync(join(path, "readme.md"), "");
    createIn(path);
    assert.ok(!existsSync(join(path, ".gitignore")));
  });

  test("does not change an existing .gitignore", () => {
    const path = mkdtempSync(join(parent, "seal-"));
    writeFileSync(join(path, ".gitignore"), "*.pem\n");
    createIn(path);
    assert.equal(readFileSync(join(path, ".gitignore"), "utf8"), "*.pem\n");
  });

  test("writes through no link, which could lead to a file of the user", () => {
    const path = mkdtempSync(join(parent, "linked-"));
    const theirs = join(parent, "authorized_keys");
    writeFileSync(theirs, "ssh-rsa", { mode: 0o644 });
    for (const name of ["memory.json", "memory.json.new", "memory.json.tmp"]) {
      symlinkSync(theirs, join(path, name));
    }
    rmSync(join(path, "memory.json"));
    open(path).storeMemory("http://127.0.0.1:8080", { psus: {}, made: [] });
    assert.equal(readFileSync(theirs, "utf8"), "ssh-rsa");
    assert.equal(statSync(theirs).mode & 0o777, 0o644);
    assert.equal(statSync(join(path, "memory.json")).mode & 0o777, 0o600);
    assert.equal(readdirSync(path).length, 3);
  });

  const damaged: Readonly<Record<string, readonly unknown[]>> = {
    "tpp.json": [null, [], "x", 7, {}, { name: 1 }, { name: "a", kind: "b", roles: {}, bank: "c" }],
    "memory.json": [null, [null], "x", { bank: null }, { bank: { psus: [1], made: [] } }],
  };
  for (const [file, contents] of Object.entries(damaged)) {
    test(`says that ${file} is damaged, whatever is in it`, () => {
      for (const content of contents) {
        const path = mkdtempSync(join(parent, "damaged-"));
        writeFileSync(join(path, file), JSON.stringify(content));
        const folder = open(path);
        const read = () => (file === "tpp.json" ? folder.readRecord() : folder.readMemory("bank"));
        assert.throws(read, new RegExp(`${file} is damaged`), JSON.stringify(content));
      }
    });
  }
});
