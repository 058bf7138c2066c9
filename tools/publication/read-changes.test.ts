import assert from "node:assert/strict";
import { test } from "node:test";
import { readChanges } from "./read-changes.ts";

const changelog = "# Changelog\n\n## Unreleased\n\n- b\n\n## 0.1.0, 2026-11-15\n\n- a\n";

test("returns the section of one version", () => {
  assert.equal(readChanges(changelog, "0.1.0"), "- a");
});

test("refuses a version without a dated section", () => {
  const message = 'CHANGELOG.md has no section "## 0.2.0, <date>".';
  assert.throws(() => readChanges(changelog, "0.2.0"), { message });
});
