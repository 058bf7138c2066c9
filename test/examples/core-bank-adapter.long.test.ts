import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { commandOf, missingPrograms } from "@varde/testkit/processes";
import { checkExample, onlySkipped } from "./check-example.ts";

const script = fileURLToPath(
  new URL("../../examples/core-bank-adapter/core-bank.py", import.meta.url),
);

test("the adapter in Python passes the check of a core bank", {
  skip: missingPrograms(["python"]),
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "varde-python-"));
  try {
    const words = [script, "--port", "0", "--database", join(folder, "core-bank.sqlite")];
    assert.deepEqual(await checkExample(commandOf("python"), words), onlySkipped);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
