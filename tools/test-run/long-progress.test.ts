import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { LongProgress } from "./long-progress.ts";

const folder = mkdtempSync(join(tmpdir(), "varde-long-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("an interrupted long run continues with its seed, without the files that passed", () => {
  const first = new LongProgress(folder, { isFresh: false });
  first.pass("a.long.test.ts");
  const second = new LongProgress(folder, { isFresh: false });
  assert.equal(second.seed, first.seed);
  assert.equal(second.hasPassed("a.long.test.ts"), true);
  assert.equal(second.hasPassed("b.long.test.ts"), false);
});

test("a fresh run starts over, and a completed one leaves nothing to continue", () => {
  new LongProgress(folder, { isFresh: false }).pass("a.long.test.ts");
  const fresh = new LongProgress(folder, { isFresh: true });
  assert.equal(fresh.hasPassed("a.long.test.ts"), false);
  fresh.forget();
  assert.equal(existsSync(folder), false);
});
