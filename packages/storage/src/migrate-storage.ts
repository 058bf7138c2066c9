import type { MigrationPlan } from "./migrations.ts";
import type { StorageLocation } from "./open-storage.ts";
import { migrateSqliteAt } from "./sqlite/open-sqlite.ts";
import type { Migration } from "./storage.ts";

export interface MigrateOptions {
  readonly location: StorageLocation;
  /** The migrations of every system in this database. */
  readonly migrations: readonly Migration[];
  /** Whether to run contract steps too, after which older versions cannot use the database. */
  readonly withContract?: boolean;
  /** Returns the plan without running it. */
  readonly isDryRun?: boolean;
}

/**
 * Runs the migrations that a database lacks, and returns them and the contract steps that wait.
 * Only the role of this connection needs the right to change tables. Processes of this and the
 * previous version may serve at the same time.
 *
 * @example
 * const { now } = await migrateStorage({
 *   location: { engine: "postgres", url: process.env.MIGRATION_DATABASE_URL },
 *   migrations: bankMigrations,
 * });
 */
export async function migrateStorage(options: MigrateOptions): Promise<MigrationPlan> {
  const { location, migrations, withContract = false, isDryRun = false } = options;
  const run = { migrations, withContract, mayRun: !isDryRun };
  if (location.engine === "sqlite") {
    return migrateSqliteAt({ folder: "folder" in location ? location.folder : undefined }, run);
  }
  const { migratePostgresAt } = await import("./postgres/open-postgres.ts");
  return migratePostgresAt(location.url, { ...run, command: "varde migrate" });
}
