import { DatabaseError, Pool } from "pg";
import { type MigrationPlan, missingMigrations } from "../migrations.ts";
import { type Migration, StorageRefused } from "../storage.ts";
import { storageLimits } from "../storage-limits.ts";
import { sessionSettings } from "./connect-migrator.ts";
import { listAddresses } from "./find-writable.ts";
import { inspectPostgres, migratePostgres, type PostgresMigration } from "./migrate-postgres.ts";
import { PostgresConnections } from "./postgres-connections.ts";
import { postgresFault } from "./postgres-fault.ts";
import { PostgresStorage } from "./postgres-storage.ts";
import { PostgresTemplates } from "./postgres-templates.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly migrations: readonly Migration[] | "as-is";
  readonly now: (() => number) | undefined;
  readonly migrate: boolean;
  readonly migrateCommand: string;
  readonly waitingUnitsMax: number;
  readonly connectionsMax: number;
  readonly log: (line: string) => void;
}

export async function openPostgres(options: PostgresOptions): Promise<PostgresStorage> {
  const { url, migrations, migrate, migrateCommand, waitingUnitsMax, connectionsMax, log } =
    options;
  const addresses = listAddresses(url);
  const { address, plan, records, isPooled } = await refuseUnusable(url, () =>
    migrations === "as-is"
      ? inspectPostgres(addresses)
      : migratePostgres(addresses, {
          migrations,
          withContract: false,
          mayRun: migrate,
          command: migrateCommand,
        }),
  );
  if (!migrate && plan.now.length > 0) throw missingMigrations(plan.now, migrateCommand);
  const openPool = (connectionString: string): Pool => {
    const pool = new Pool({
      connectionString,
      application_name: "varde",
      max: connectionsMax,
      keepAlive: true,
      connectionTimeoutMillis: storageLimits.postgresConnectMs,
      ...(!isPooled && sessionSettings),
    });
    pool.on("error", (error) => log(`A PostgreSQL connection broke: ${error.message}`));
    // Without a listener, a connection that breaks in use would end the process. The unit that
    // uses it sees the break in its queries.
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  };
  const storage = new PostgresStorage({
    connections: new PostgresConnections({ addresses, address, openPool, log }),
    templates: new PostgresTemplates(!isPooled),
    records,
    waitingUnitsMax,
    now: options.now,
  });
  await storage.readClock();
  return storage;
}

export async function migratePostgresAt(
  url: string,
  run: PostgresMigration,
): Promise<MigrationPlan> {
  const { plan } = await refuseUnusable(url, () => migratePostgres(listAddresses(url), run));
  return plan;
}

/** Reports why the database cannot be used in one sentence, without the password. */
async function refuseUnusable<T>(url: string, action: () => Promise<T>): Promise<T> {
  const addresses = listAddresses(url);
  if (!addresses.every((each) => URL.canParse(each) && /^postgres(ql)?:/.test(each))) {
    throw new StorageRefused("The database address is not of the form postgres://….");
  }
  try {
    return await action();
  } catch (cause) {
    const isOurs = cause instanceof DatabaseError && postgresFault(cause) === "refused";
    const isAboutAccess = cause instanceof DatabaseError && /^(28|3D)/.test(cause.code ?? "");
    if (cause instanceof StorageRefused || (isOurs && !isAboutAccess)) throw cause;
    if (!(cause instanceof DatabaseError) && cause instanceof Error && !isFromSocket(cause)) {
      throw cause;
    }
    const hosts = addresses.map((each) => new URL(each).host).join(",");
    const { pathname } = new URL(addresses[0] ?? url);
    throw new StorageRefused(
      `PostgreSQL at ${hosts}${pathname} cannot be used: ${messageOf(cause)}.`,
      { cause },
    );
  }
}

function isFromSocket(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.every(isFromSocket);
  return "code" in error || /timeout|terminated/i.test(error.message);
}

/** Joins the messages: each host fails with an error of its own, and each of its addresses. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
