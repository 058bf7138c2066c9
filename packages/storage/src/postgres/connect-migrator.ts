import { Client, DatabaseError } from "pg";
import { StorageRefused } from "../storage.ts";
import { storageLimits } from "../storage-limits.ts";

/** Settings that every connection sends when it is opened. */
export const sessionSettings = {
  statement_timeout: storageLimits.postgresStatementMs,
  idle_in_transaction_session_timeout: storageLimits.postgresIdleInUnitMs,
};

/** Differs from the above, in case the database has the same default. */
const probe = { ...sessionSettings, statement_timeout: storageLimits.postgresStatementMs - 1 };

export interface Migrator {
  readonly client: Client;
  /** Whether a connection pooler is in between, which gives each transaction any connection. */
  readonly isPooled: boolean;
}

/**
 * Connects to check and migrate the database. PgBouncer refuses the settings of a session, or
 * ignores them, which reveals it.
 */
export async function connectMigrator(address: string): Promise<Migrator> {
  let isPooled = false;
  const client = await connect(address, probe).catch((error: unknown) => {
    const isRefused = error instanceof DatabaseError && /startup parameter/.test(error.message);
    if (!isRefused) throw error;
    isPooled = true;
    return connect(address, {});
  });
  try {
    const { rows } = await client.query<{ encoding: string; isolation: string; timeout: string }>(
      `select current_setting('server_encoding') as encoding,
        current_setting('default_transaction_isolation') as isolation,
        (select setting from pg_settings where name = 'statement_timeout') as timeout`,
    );
    const [row] = rows;
    if (row?.encoding !== "UTF8") {
      throw new StorageRefused(
        `The PostgreSQL database has encoding ${row?.encoding}; UTF8 is required.`,
      );
    }
    // Applies to statements that are sent as a transaction without `begin`.
    if (row.isolation !== "read committed") {
      throw new StorageRefused(
        `The PostgreSQL database has default_transaction_isolation "${row.isolation}"; ` +
          '"read committed" is required (alter database … set default_transaction_isolation …).',
      );
    }
    isPooled ||= row.timeout !== String(probe.statement_timeout);
    return { client, isPooled };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function connect(connectionString: string, settings: Partial<typeof probe>): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: "varde",
    connectionTimeoutMillis: storageLimits.postgresFirstConnectMs,
    ...settings,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}
