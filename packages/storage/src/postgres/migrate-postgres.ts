import { setTimeout } from "node:timers/promises";
import { type Client, DatabaseError } from "pg";
import {
  type AppliedMigration,
  everyApplied,
  firstApplied,
  type MigrationPlan,
  type MigrationRun,
  migrationTables,
  migrationText,
  missingMigrations,
  planMigrations,
  recordMigration,
} from "../migrations.ts";
import { storageLimits } from "../storage-limits.ts";
import { connectMigrator, type Migrator } from "./connect-migrator.ts";
import { findWritable } from "./find-writable.ts";
import { rowChanges } from "./record-row-changes.ts";
import { tableChanges } from "./table-changes.ts";

/** The number of the advisory lock that a process holds while it migrates; arbitrary. */
const migrationLock = 7_286_419_055_310_211n;

export interface PostgresMigration extends MigrationRun {
  /** Named to the operator when this role may not run what is missing. */
  readonly command: string;
}

interface PostgresMigrated extends Pick<Migrator, "isPooled"> {
  /** The address that accepts writes. */
  readonly address: string;
  /** The plan before anything was run. */
  readonly plan: MigrationPlan;
  /** The row groups whose changes the database records. */
  readonly records: ReadonlySet<string>;
}

/**
 * Runs the missing migrations on a connection of its own. If several processes start together, one
 * migrates and the others find it done. A database that lacks none is only read, so that the role
 * of a serving process needs no right to change tables.
 */
export async function migratePostgres(
  addresses: readonly string[],
  migration: PostgresMigration,
): Promise<PostgresMigrated> {
  const address = await findAddress(addresses);
  const { client, isPooled } = await connectMigrator(address);
  try {
    const plan = planMigrations(
      known(migration),
      await listApplied(client),
      migration.withContract,
    );
    if (plan.now.length > 0 && migration.mayRun) await runAll(client, migration, plan);
    return { address, isPooled, plan, records: await listRecords(client) };
  } finally {
    await client.end();
  }
}

/** Finds the address that accepts writes, and leaves the tables as they are. */
export async function inspectPostgres(addresses: readonly string[]): Promise<PostgresMigrated> {
  const address = await findAddress(addresses);
  const { client, isPooled } = await connectMigrator(address);
  try {
    const records = await listRecords(client);
    return { address, isPooled, plan: { now: [], later: [] }, records };
  } finally {
    await client.end();
  }
}

const findAddress = async (addresses: readonly string[]): Promise<string> =>
  addresses.length === 1
    ? (addresses[0] ?? "")
    : findWritable(addresses, storageLimits.postgresFirstConnectMs);

const known = ({ migrations }: PostgresMigration) => [tableChanges, rowChanges, ...migrations];

async function listApplied(client: Client): Promise<readonly AppliedMigration[]> {
  // to_regclass may miss a table that was created while this connection waited for the lock.
  const { rows } = await client.query<{ readonly relname: string }>(
    `select relname from pg_class
      where relname in ('migration', 'migration_step') and pg_table_is_visible(oid)`,
  );
  if (rows.length === 0) return [];
  const text = rows.length === 1 ? firstApplied : everyApplied;
  return (await client.query<AppliedMigration>(text)).rows;
}

/** Runs each migration in a transaction of its own; an empty database gets all in one. */
async function runAll(
  client: Client,
  migration: PostgresMigration,
  plan: MigrationPlan,
): Promise<void> {
  for (let failures = 0; ; ) {
    try {
      if (await runNext(client, migration)) return;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      const state = error instanceof DatabaseError ? error.code : undefined;
      if (state === insufficientPrivilege) {
        throw missingMigrations(plan.now, migration.command);
      }
      failures += 1;
      const isBusy = state === lockNotAvailable || state === deadlockDetected;
      if (!isBusy || failures >= storageLimits.postgresMigrationAttemptsMax) throw error;
      await setTimeout(storageLimits.postgresMigrationPauseMs);
    }
  }
}

const insufficientPrivilege = "42501";
const lockNotAvailable = "55P03";
const deadlockDetected = "40P01";

/** Returns true if nothing is missing any more. */
async function runNext(client: Client, migration: PostgresMigration): Promise<boolean> {
  await client.query(`begin; set local statement_timeout = ${storageLimits.postgresMigrationMs};
    select pg_advisory_xact_lock(${migrationLock});
    set local lock_timeout = ${storageLimits.postgresMigrationLockMs}`);
  const applied = await listApplied(client);
  const { now } = planMigrations(known(migration), applied, migration.withContract);
  const steps = applied.length === 0 ? now : now.slice(0, 1);
  if (steps.length > 0) await runEach(client, migrationTables);
  for (const step of steps) {
    await runEach(client, step.statements);
    await runEach(client, recordMigration(step));
  }
  await client.query("commit");
  return steps.length === now.length;
}

async function runEach(client: Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(migrationText("postgres", statement));
}

/** Lists the recorded row groups, each as `recordName` names them. */
async function listRecords(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ readonly name: string }>(
    `select cast(cast(tgrelid as regclass) as text) || ' ' || cast(tgname as text) as name
      from pg_trigger where not tgisinternal`,
  );
  return new Set(rows.map(({ name }) => name));
}
