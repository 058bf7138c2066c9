import assert from "node:assert/strict";
import { test } from "node:test";
import { openStorage } from "@varde/storage";
import { freshDatabase, runOnServer } from "@varde/testkit/postgres";
import { listAddresses } from "../../src/postgres/find-writable.ts";
import { addNote, noteIds, notes } from "../notes.ts";

test("an address with several hosts has one address for each", () => {
  assert.deepEqual(listAddresses("postgres://u:p,w@a:1,[::1]:2,c/db?sslmode=require"), [
    "postgres://u:p,w@a:1/db?sslmode=require",
    "postgres://u:p,w@[::1]:2/db?sslmode=require",
    "postgres://u:p,w@c/db?sslmode=require",
  ]);
  assert.deepEqual(listAddresses("postgres://a/db"), ["postgres://a/db"]);
});

test("F16: refuses hosts that do not respond with the name of each", async () => {
  const url = "postgres://varde:secret@127.0.0.1:1,127.0.0.1:2/varde";
  await assert.rejects(openStorage({ location: { engine: "postgres", url }, migrations: notes }), {
    name: "StorageRefused",
    message: /^PostgreSQL at 127\.0\.0\.1:1,127\.0\.0\.1:2\/varde cannot be used: .*ECONNREFUSED/,
  });
});

test("F16: reads from a host that is read-only while none accepts writes", async () => {
  await using database = await freshDatabase();
  const { host } = new URL(database.url);
  const setReadOnly = (value: "on" | "off") =>
    runOnServer(
      new URL("/postgres", database.url).href,
      `alter database "${new URL(database.url).pathname.slice(1)}"
        set default_transaction_read_only = ${value};
      select pg_terminate_backend(pid) from pg_stat_activity
        where datname = '${new URL(database.url).pathname.slice(1)}'`,
    );
  const url = database.url.replace(host, `127.0.0.1:1,${host}`);
  const storage = await openStorage({ location: { engine: "postgres", url }, migrations: notes });
  await storage.write(() => addNote("a"));
  await setReadOnly("on");
  assert.deepEqual(await noteIds(storage), ["a"]);
  await assert.rejects(
    storage.write(() => addNote("b")),
    { name: "StorageUnavailable" },
  );
  assert.equal(await storage.isReady(), true);
  assert.equal(await storage.acceptsWrites(), false);
  await setReadOnly("off");
  await storage.write(() => addNote("c"));
  assert.deepEqual(await noteIds(storage), ["a", "c"]);
  await storage.close();
});
