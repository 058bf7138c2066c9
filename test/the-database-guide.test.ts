import assert from "node:assert/strict";
import { test } from "node:test";
import { bankMigrations, openBankStorage } from "@varde/bank";
import { migrateStorage } from "@varde/storage";
import { runOnServer, startPostgres } from "@varde/testkit/postgres";
import { readBlocks } from "./guide.ts";

/** The SQL blocks of the guide, in their order. */
const blocks = () =>
  readBlocks("the-database.md").flatMap(({ language, code }) => (language === "sql" ? [code] : []));

test("F15: the SQL of the guide gives one role the tables and the other the rows", async () => {
  const [roles = "", grants = "", transfer = "", replication = "", timeouts = "", ...more] =
    blocks();
  assert.deepEqual(more, []);
  // A server of its own, because roles and settings belong to the whole server.
  await using server = await startPostgres();
  const as = (role: string, database = "varde") => {
    const url = new URL(`/${database}`, server.url);
    url.username = role;
    return url.href;
  };
  const type = async (url: string, block: string) => {
    const statements = block.split(";").filter((text) => text.trim() !== "");
    for (const statement of statements) await runOnServer(url, statement);
  };
  const migrations = bankMigrations;
  const migrate = () =>
    migrateStorage({ location: { engine: "postgres", url: as("varde_migrate") }, migrations });
  const serve = async () => {
    const location = { engine: "postgres", url: as("varde_serve") } as const;
    const owner = { bankId: "fjordbanken", mode: "production" } as const;
    const storage = await openBankStorage({ location, migrations }, owner);
    await storage.close();
  };

  await type(as("postgres", "postgres"), roles);
  await type(as("varde_migrate"), grants);
  await assert.rejects(serve(), { message: /run "varde migrate --production" with/ });
  await migrate();
  await serve();
  await assert.rejects(runOnServer(as("varde_serve"), "create table t (id text)"), /permission/);

  await type(as("postgres"), "create role varde superuser login; drop owned by varde_migrate");
  await migrateStorage({ location: { engine: "postgres", url: as("varde") }, migrations });
  await type(as("postgres"), transfer);
  assert.deepEqual((await migrate()).now, []);
  await serve();

  await type(as("postgres"), timeouts);
  const [row] = await runOnServer(as("varde_serve"), "show statement_timeout");
  assert.equal(row?.statement_timeout, "5s");
  await type(as("postgres"), replication);
});
