import assert from "node:assert/strict";
import { test } from "node:test";
import { engines } from "@varde/testkit/storage";
import { runSeed } from "./run-seed.ts";

for (const engine of engines) {
  test(`F32: keeps every invariant on ${engine}, and does all that waits in a minute`, async () => {
    const { failure, steps } = await runSeed(1, engine);
    assert.ifError(failure);
    assert.ok(steps > 100);
  });
}
