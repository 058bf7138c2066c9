import assert from "node:assert/strict";
import { test } from "node:test";
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
