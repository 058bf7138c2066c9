import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { applyEdit } from "../../tools/mutate/mutant.ts";
import { bugsOfTwoProcesses, plantedBugs } from "./planted-bugs.ts";

test("each planted bug changes its file", () => {
  for (const bug of [...plantedBugs, ...bugsOfTwoProcesses]) {
    const source = readFileSync(new URL(`../../packages/${bug.file}`, import.meta.url), "utf8");
    assert.notEqual(applyEdit(source, bug), source);
  }
});
