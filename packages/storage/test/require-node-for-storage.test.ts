import assert from "node:assert/strict";
import { test } from "node:test";
import { requireNodeForStorage } from "../src/require-node-for-storage.ts";

test("refuses a Node before 22.18 with one sentence", () => {
  for (const version of ["22.18.0", "22.20.1", "24.0.0"]) requireNodeForStorage(version);
  for (const version of ["18.20.8", "20.19.0", "22.17.9"]) {
    const message = `Varde's bank and sandbox need Node 22.18 or later; this is Node ${version}.`;
    assert.throws(() => requireNodeForStorage(version), { message });
  }
});
