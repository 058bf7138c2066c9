import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

  const createIn = (path: string) =>
    openTppFolder(path, { create: "varde tpp new", adopt: "varde tpp import" }).create({
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
});
