import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findObstacle, installRelease } from "./install-release.ts";
import { readReleases } from "./read-releases.ts";

for (const release of readReleases()) {
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
