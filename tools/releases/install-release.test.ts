import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../source/list-files.ts";
import { findObstacle, installRelease } from "./install-release.ts";
import { readReleases } from "./read-releases.ts";

const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");

for (const release of readReleases()) {
  test(`the changelog has a section for version ${release.version}`, () => {
    assert(changelog.includes(`\n## ${release.version}, ${release.date}\n`));
  });

  const skip = findObstacle(release) ?? false;
  test(`version ${release.version} can be installed and run`, { skip }, async () => {
    const folder = await installRelease(release);
    const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const words = scripts.varde
      .replace(/^exec /, "")
      .split(" ")
      .slice(1);
    const node = join(folder, "node_modules/.bin/node");
    const options = { cwd: folder, encoding: "utf8" } as const;
    assert.equal(execFileSync(node, [...words, "--version"], options), `${release.version}\n`);
    assert.equal(await installRelease(release), folder);
  });
}

test("a commit that is not in the clone is reported in one line", () => {
  const missing = { version: "9.9.9", date: "2026-11-15", commit: "0".repeat(40) };
  assert.match(findObstacle(missing) ?? "", /^commit 0000000 of version 9\.9\.9 is not in .*$/);
});
