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
    openTppFolder(path, "varde").create(
      { name: "A", organisationNumber: "310000000", kind: "working", roles: [], bank: "b" },
      { certificate: "certificate", key: "key" },
    );

  test("is ignored by git under any name", () => {
    const path = join(parent, ".regnskap");
    createIn(path);
    assert.equal(readFileSync(join(path, ".gitignore"), "utf8"), "*\n");
  });

  test("is ignored by git when its TPP is replaced", () => {
    const path = join(parent, ".older");
    createIn(path);
    rmSync(join(path, ".gitignore"));
    createIn(path);
    assert.ok(existsSync(join(path, ".gitignore")));
  });

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
