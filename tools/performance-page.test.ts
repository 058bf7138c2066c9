import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readFigures } from "../bench/publish/performance-figures.ts";
import { formatFiles } from "../bench/publish/publish-page.ts";
import { root } from "./source/list-files.ts";

test("docs/performance.md and its charts show the published figures", () => {
  for (const [path, text] of Object.entries(formatFiles(readFigures()))) {
    const fix = `docs/${path} was edited by hand; run npm run bench -- --publish --only page`;
    assert.equal(readFileSync(join(root, "docs", path), "utf8"), text, fix);
  }
});
