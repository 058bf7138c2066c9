import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { bankMigrations } from "@varde/bank";
import {
  migrateStorage,
  openStorage,
  type Storage,
  type StorageLocation,
  StorageRefused,
} from "@varde/storage";
import { everyMigration } from "./open-sandbox.ts";
import type { Settings } from "./settings.ts";

/**
 * Opens the database of a sandbox or of a bank in production, for commands beside the bank.
 * PostgreSQL must have been migrated, and the bank may be running. SQLite is open to one process at
 * a time.
 */
export const openDatabase = async ({ databaseUrl, dataFolder }: Settings): Promise<Storage> => {
  const location = locate(databaseUrl, resolve(dataFolder));
  const { now } = await migrateStorage({ location, migrations: everyMigration, isDryRun: true });
  const isSandbox = !now.some(({ system }) => system === "sandbox");
  const migrations = isSandbox ? everyMigration : bankMigrations;
  return openStorage({ location, migrations, migrate: false, connectionsMax: 2 });
};

const locate = (url: string | undefined, folder: string): StorageLocation => {
  if (url !== undefined) return { engine: "postgres", url };
  if (existsSync(join(folder, "varde.sqlite"))) return { engine: "sqlite", folder };
  throw new StorageRefused(
    `There is no database in ${folder}; set VARDE_DATA to the folder of the bank, or DATABASE_URL.`,
  );
};
