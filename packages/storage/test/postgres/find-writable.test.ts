import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { openStorage } from "@varde/storage";
import { freshDatabase, runOnServer } from "@varde/testkit/postgres";
import { findWritable, listAddresses } from "../../src/postgres/find-writable.ts";
import { storageLimits } from "../../src/storage-limits.ts";
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

test("waits longer for the first connection than for later ones", async () => {
  await using database = await freshDatabase();
  const { hostname, port } = new URL(database.url);
  let connections = 0;
  const slow = createServer(async (socket) => {
    connections += 1;
    if (connections === 1) await setTimeout(storageLimits.postgresConnectMs + 500);
    const server = connect(Number(port), hostname);
    socket.on("error", () => server.destroy()).pipe(server);
    server.on("error", () => socket.destroy()).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(slow, "listening");
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const location = { engine: "postgres" as const, url: url.href };
  const storage = await openStorage({ location, migrations: notes });
  await storage.write(() => addNote("a"));
  await storage.close();
  slow.close();
});

test("F16: prefers a host that accepts writes to a read-only one that responds first", async () => {
  await using standby = await freshDatabase();
  await using primary = await freshDatabase();
  const name = new URL(standby.url).pathname.slice(1);
  const readOnly = `alter database "${name}" set default_transaction_read_only = on`;
  await runOnServer(new URL("/postgres", standby.url).href, readOnly);
  const { hostname, port } = new URL(primary.url);
  // The primary server is reached only after the other one has responded.
  const answered = Promise.withResolvers<void>();
  const slow = createServer((socket) => {
    socket.on("error", () => {});
    answered.promise.then(() => {
      const server = connect(Number(port), hostname);
      socket.pipe(server).on("error", () => socket.destroy());
      server.pipe(socket);
    });
  }).listen(0, "127.0.0.1");
  await once(slow, "listening");
  const url = new URL(primary.url);
  url.host = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const found = findWritable([standby.url, url.href], 20_000);
  assert.equal(await findWritable([standby.url], 20_000), standby.url);
  answered.resolve();
  assert.equal(await found, url.href);
  slow.close();
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
