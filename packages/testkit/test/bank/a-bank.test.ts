import assert from "node:assert/strict";
import { test } from "node:test";
import { one, sql } from "@varde/storage";
import { Client } from "pg";
import { aBank, stopClock } from "../../src/bank/a-bank.ts";
import { anEmptyDatabase } from "../../src/storage/on-both-engines.ts";

/** Lists the databases of the test server that tests have created. */
const listDatabases = async (): Promise<readonly string[]> => {
  await using database = await anEmptyDatabase("postgres");
  assert("url" in database.location);
  const client = new Client({ connectionString: database.location.url });
  await client.connect();
  try {
    const { rows } = await client.query("select datname from pg_database");
    const own = new URL(database.location.url).pathname.slice(1);
    return rows.map(({ datname }) => datname).filter((name) => name !== own);
  } finally {
    await client.end();
  }
};

test("closes the bank and drops its database", async () => {
  let address = "";
  let name = "";
  {
    await using bank = await aBank({ engine: "postgres" });
    address = bank.addresses.http;
    const row = await bank.storage.read(() =>
      one<{ name: string }>(sql`select cast(current_database() as text) as name`),
    );
    name = row?.name ?? "";
    assert((await listDatabases()).includes(name));
  }
  await assert.rejects(fetch(address));
  assert(!(await listDatabases()).includes(name));
});

test("the clock of a bank without a world cannot be stopped", async () => {
  await using bank = await aBank();
  await assert.rejects(stopClock(bank), /no world yet: send a TPP's first request/);
});
