import { resolve } from "node:path";
import { bankMigrations, ConfigurationRefused } from "@varde/bank";
import { type MigrationPlan, migrateStorage, type StorageLocation } from "@varde/storage";
import { everyMigration } from "../open-sandbox.ts";
import type { Settings } from "./settings.ts";

export interface MigrationRequest {
  /** Whether the database is that of a bank in production, without the sandbox's tables. */
  readonly isProduction: boolean;
  readonly withContract: boolean;
  readonly isDryRun: boolean;
}

/** Migrates the database of the settings as the role of `migrationDatabaseUrl`, if there is one. */
export const migrateDatabase = async (
  {
    databaseUrl,
    migrationDatabaseUrl = databaseUrl,
    dataFolder,
  }: Pick<Settings, "databaseUrl" | "migrationDatabaseUrl" | "dataFolder">,
  { isProduction, ...request }: MigrationRequest,
): Promise<MigrationPlan> => {
  const location: StorageLocation =
    migrationDatabaseUrl === undefined
      ? { engine: "sqlite", folder: resolve(dataFolder) }
      : { engine: "postgres", url: migrationDatabaseUrl };
  if (isProduction) return migrateStorage({ location, migrations: bankMigrations, ...request });
  const { now } = await migrateStorage({ location, migrations: everyMigration, isDryRun: true });
  const systems = now.filter(({ name }) => name.startsWith("001-")).map(({ system }) => system);
  if (systems.includes("sandbox") && !systems.includes("bank")) {
    throw new ConfigurationRefused(
      "The database belongs to a bank in production; add --production, or set another database.",
    );
  }
  return migrateStorage({ location, migrations: everyMigration, ...request });
};
