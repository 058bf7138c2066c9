import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { readConsoleFile } from "../../src/site/read-console-file.ts";

test("the script of the console is smaller than 120 kB compressed", async () => {
  const script = await readConsoleFile("main.js");
  assert.ok(script.length > 10_000, "the script is built");
  assert.ok(gzipSync(script).length < 120_000, `${gzipSync(script).length} bytes`);
});
