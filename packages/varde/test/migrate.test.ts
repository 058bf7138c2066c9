import assert from "node:assert/strict";
import { test } from "node:test";
import { aServingRole, freshDatabase } from "@varde/testkit/postgres";
import { CommandLine } from "./a-command-line.ts";

test("F15: varde migrate checks, expands and contracts with its own role", async (t) => {
  await using database = await freshDatabase();
  await using serving = await aServingRole(database.url);
  const varde = new CommandLine(undefined, {
    DATABASE_URL: serving.url,
    MIGRATION_DATABASE_URL: database.url,
    NODE_ENV: "production",
  });
  t.after(() => varde.close());
  const missing = await varde.run("migrate", "--check", "--production");
  assert.equal(missing.code, 1);
  assert.match(missing.stdout, /^Missing: storage 001-table-changes\nMissing: storage 002-/);
  assert.match(missing.stderr, /The database lacks migrations/);
  const { done, contract } = await varde.json("migrate", "--production");
  assert.equal(done[0], "storage 001-table-changes");
  assert.deepEqual(contract, []);
  const none = await varde.run("migrate", "--check", "--production", "--contract");
  assert.equal(none.stdout, "No migration is missing.\n");
  const sandbox = await varde.run("migrate");
  assert.equal(sandbox.code, 1);
  assert.match(sandbox.stderr, /belongs to a bank in production; add --production/);
});

test("varde migrate creates the tables of a sandbox on SQLite", async (t) => {
  const varde = new CommandLine();
  t.after(() => varde.close());
  const { done } = await varde.json("migrate");
  assert(done.includes("sandbox 001-people-and-worlds"));
  assert.equal((await varde.run("migrate", "--check")).code, 0);
});
