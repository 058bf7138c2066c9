import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../source/list-files.ts";
import { findObstacle } from "./install-release.ts";
import { readReleases } from "./read-releases.ts";

const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");

for (const release of readReleases()) {
  test(`the changelog has a section for version ${release.version}`, () => {
    assert(changelog.includes(`\n## ${release.version}, ${release.date}\n`));
  });
}

test("a commit that is not in the clone is reported in one line", () => {
  const missing = { version: "9.9.9", date: "2026-11-15", commit: "0".repeat(40) };
  assert.match(findObstacle(missing) ?? "", /^commit 0000000 of version 9\.9\.9 is not in .*$/);
});
