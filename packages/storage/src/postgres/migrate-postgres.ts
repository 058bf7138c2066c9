import { Client } from "pg";
import {
  type AppliedMigration,
  digestOf,
  migrationTable,
  migrationText,
  pendingMigrations,
} from "../migrations.ts";
import { type Migration, StorageRefused } from "../storage.ts";
import { storageLimits } from "../storage-limits.ts";
import { listRecords } from "./list-records.ts";

/** The advisory lock that stands for "migrating"; an arbitrary number. */
const migrationLock = 7_286_419_055_310_211n;

/**
 * Runs the migrations on a connection of its own, under a lock that ends with the connection. If
 * several processes start together, one migrates and the others find it done. Returns the row
 * groups whose changes the database records.
 */
export async function migratePostgres(
  url: string,
  migrations: readonly Migration[],
): Promise<ReadonlySet<string>> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: storageLimits.postgresConnectMs,
    statement_timeout: storageLimits.postgresMigrationMs,
  });
  client.on("error", () => {});
  await client.connect();
  try {
    await encodingIsUtf8(client);
    await client.query(`select pg_advisory_lock(${migrationLock})`);
    await client.query(migrationText("postgres", migrationTable));
    const { rows } = await client.query<AppliedMigration>(
      "select system, name, digest from migration",
    );
    for (const migration of pendingMigrations(migrations, rows)) await apply(client, migration);
    return await listRecords(client);
  } finally {
    await client.end();
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  await client.query("begin");
  for (const statement of migration.statements) {
    await client.query(migrationText("postgres", statement));
  }
  await client.query(
    "insert into migration (system, name, digest, applied_at) values ($1, $2, $3, $4)",
    [migration.system, migration.name, digestOf(migration), Date.now()],
  );
  await client.query("commit");
}

async function encodingIsUtf8(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  );
  if (rows[0]?.encoding === "UTF8") return;
  throw new StorageRefused(
    `The PostgreSQL database has encoding ${rows[0]?.encoding}; UTF8 is required.`,
  );
}
