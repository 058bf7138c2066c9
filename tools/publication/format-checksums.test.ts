import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { formatChecksums } from "./format-checksums.ts";

test("lists the SHA-256 of each file with its path in the folder, as sha256sum does", () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-checksums-"));
  try {
    const paths = [join(folder, "empty.tgz"), join(folder, "one-file", "abc.tgz")] as const;
    mkdirSync(join(folder, "one-file"));
    writeFileSync(paths[0], "");
    writeFileSync(paths[1], "abc");
    assert.equal(
      formatChecksums(paths, folder),
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty.tgz\n" +
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  one-file/abc.tgz\n",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
