import assert from "node:assert/strict";
import { test } from "node:test";
import { freshDatabase, runOnServer } from "@varde/testkit/postgres";
import { openStorage, type StorageLocation } from "../src/open-storage.ts";
import { StorageRefused } from "../src/storage.ts";

test("an ambiguous location opens nothing, not even a database in memory", async () => {
  const slips = [
    { engine: "postgresql", url: "postgres://127.0.0.1/bank" },
    { engine: undefined, url: "postgres://127.0.0.1/bank" },
    { engine: "sqlite", folder: undefined },
    { engine: "sqlite", folder: "" },
    { engine: "sqlite" },
  ];
  for (const location of slips as unknown as StorageLocation[]) {
    await assert.rejects(openStorage({ location, migrations: [] }), StorageRefused);
  }
});

test("a database whose transactions are not read committed is refused", async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const name = new URL(database.url).pathname.slice(1);
  await runOnServer(
    database.url,
    `alter database ${name} set default_transaction_isolation = 'serializable'`,
  );
  const location = { engine: "postgres", url: database.url } as const;
  await assert.rejects(openStorage({ location, migrations: [] }), {
    name: "StorageRefused",
    message: /^The PostgreSQL database has default_transaction_isolation "serializable"; /,
  });
});
