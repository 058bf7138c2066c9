import assert from "node:assert/strict";
import { test } from "node:test";
import { requireNode } from "../src/require-node.ts";

test("refuses a Node before 22 with one sentence", () => {
  for (const version of ["22.0.0", "24.1.0"]) requireNode(version);
  const message = "@varde/protocol and @varde/tpp need Node 22 or later; this is Node 20.20.2.";
  assert.throws(() => requireNode("20.20.2"), { message });
});
