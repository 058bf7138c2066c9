import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { freshDatabase } from "@varde/testkit/postgres";
import { aPsu, kari } from "@varde/testkit/psu";
import { CommandLine } from "./a-command-line.ts";

/** Writes the key of a sandbox to where one that was started has it: into the data folder. */
const writeKey = (varde: CommandLine, bank: TestBank): void => {
  const folder = join(varde.folder, ".varde", "certificate-authority");
  mkdirSync(folder, { recursive: true });
  const pem = bank.authority.folder.read("response.pem");
  writeFileSync(join(folder, "response.pem"), pem ?? assert.fail("nothing was signed"));
};

test("varde person exports and erases a person while the bank runs on PostgreSQL", async (t) => {
  await using database = await freshDatabase();
  const varde = new CommandLine(undefined, { DATABASE_URL: database.url });
  t.after(() => varde.close());
  await using bank = await aBank({ location: { engine: "postgres", url: database.url } });
  const psu = await aPsu(bank);
  const read = await psu.get("/v1/accounts/kari-current/balances");
  assert.equal(read.status, 200);
  // The access is recorded once its response was sent.
  while ((bank.bank.audit?.counts.written ?? 0) < 2) {
    await bank.bank.audit?.flush();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await bank.bank.audit?.seal();
  const [world] = await bank.listWorlds();
  const person = await bank.bank.psuDirectory.findPerson(world?.worldId ?? "", kari.customerNumber);
  const id = person?.personId ?? "";

  const { code, stdout } = await varde.run("person", "export", id);
  assert.equal(code, 0);
  const types = new Set(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).type),
  );
  assert.deepEqual([...types].toSorted(), [
    "access",
    "authorisation",
    "consent",
    "identifier",
    "session",
  ]);

  const unsigned = await varde.run("person", "erase", id, "--yes");
  assert.equal(unsigned.code, 1);
  assert.match(unsigned.stderr, /The bank signs the seals of its audit, and the erasure needs one/);
  writeKey(varde, bank);

  const unsure = await varde.run("person", "erase", id);
  assert.equal(unsure.code, 2);
  assert.match(unsure.stderr, /cannot be undone; add --yes/);
  const erased = await varde.run("person", "erase", id, "--yes");
  assert.equal(erased.code, 0, erased.stderr);
  const nothing = await varde.run("person", "export", id);
  assert.equal(nothing.code, 1);
  assert.match(nothing.stderr, /The bank stores nothing about the person/);
  assert.equal((await psu.get("/v1/accounts")).status, 401, "the PSU-ID is unknown");
  assert.match((await varde.run("audit", "verify")).stdout, /The audit is intact/);
});

test("varde person erase is refused while a bank runs on the same SQLite file", async (t) => {
  const varde = new CommandLine();
  t.after(() => varde.close());
  const folder = join(varde.folder, ".varde");
  mkdirSync(folder);
  await using _bank = await aBank({ location: { engine: "sqlite", folder } });
  const refused = await varde.run("person", "erase", "x", "--yes");
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /is in use by another process; stop it/);
});

test("varde person erase says that it is not finished while the SQLite file is read", async (t) => {
  const varde = new CommandLine();
  t.after(() => varde.close());
  const folder = join(varde.folder, ".varde");
  mkdirSync(folder);
  const bank = await aBank({ location: { engine: "sqlite", folder } });
  await aPsu(bank).finally(() => bank.close());
  writeKey(varde, bank);
  const reader = new DatabaseSync(join(folder, "varde.sqlite"), { readOnly: true });
  t.after(() => reader.isOpen && reader.close());
  reader.exec("begin; select * from consent");
  const erase = () => varde.run("person", "erase", "kari", "--yes");
  const unfinished = await erase();
  assert.equal(unfinished.code, 1);
  assert.match(
    unfinished.stderr,
    /still has what was deleted, because it is being read\.\n.*Run the command again once this is/,
  );
  reader.close();
  assert.equal((await erase()).code, 0);
});
