import assert from "node:assert/strict";
import { test } from "node:test";
import { randomIds } from "../../src/ports/random-ids.ts";

test("ids are UUIDs of version 7 in the order of creation, also within a millisecond", () => {
  const ids = Array.from({ length: 20_000 }, () => randomIds.newId());
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  assert.deepEqual(
    ids.filter((id) => !form.test(id)),
    [],
  );
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
});

test("secrets are 128 bits that do not repeat", () => {
  const secrets = Array.from({ length: 1_000 }, () => randomIds.newSecret());
  assert.ok(secrets.every((secret) => Buffer.from(secret, "base64url").length === 16));
  assert.equal(new Set(secrets).size, secrets.length);
});
