import { groupCommitDefaults } from "./sqlite/group-commit.ts";
import { openSqlite, openSqliteReader } from "./sqlite/open-sqlite.ts";
import { type Migration, type Storage, StorageRefused } from "./storage.ts";
import { storageLimits } from "./storage-limits.ts";

export type StorageLocation =
  | { readonly engine: "sqlite"; readonly folder: string }
  /** With an image, the database starts as a copy of another one in memory. */
  | { readonly engine: "sqlite"; readonly memory: true; readonly image?: Uint8Array }
  | { readonly engine: "postgres"; readonly url: string };

export interface StorageOptions {
  readonly location: StorageLocation;
  /**
   * The migrations of every system in this database, run before the storage is returned. With
   * "as-is", a tool opens the database that a bank has prepared and looks at none.
   */
  readonly migrations: readonly Migration[] | "as-is";
  /** SQLite: opens the file for reading only, also while a bank uses it. */
  readonly isReader?: boolean;
  /**
   * PostgreSQL: false refuses a database that lacks migrations, instead of running them, so that
   * this role needs no right to change tables. `migrateStorage` runs them.
   */
  readonly migrate?: boolean;
  /** PostgreSQL: the command that runs missing migrations, for the message. */
  readonly migrateCommand?: string;
  /**
   * The database's clock in epoch milliseconds, for tests and simulations. By default it is that of
   * the PostgreSQL server; on SQLite it is that of this process.
   */
  readonly now?: (() => number) | undefined;
  /** How many units may wait; a further one is refused. */
  readonly waitingUnitsMax?: number;
  /** SQLite: how long a batch may take in more units. */
  readonly batchMs?: number;
  /** SQLite: the pauses before a batch that met a full disk is retried. */
  readonly fullDiskPausesMs?: readonly number[];
  /** SQLite: called when the file can no longer be trusted. By default the process ends. */
  readonly onFatal?: (error: Error) => void;
  /** PostgreSQL: how many connections this process may use. */
  readonly connectionsMax?: number;
  /** Receives events that need no action, such as an idle connection that broke. */
  readonly log?: (line: string) => void;
}

/** Opens the database, runs its migrations and resolves when it can be used. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { location, migrations, now } = options;
  refuseUnclear(location);
  if (location.engine === "postgres") {
    // Loaded here, so that a bank on SQLite does not load the client of PostgreSQL.
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    return openPostgres({
      url: location.url,
      migrations,
      now,
      migrate: options.migrate ?? true,
      migrateCommand: options.migrateCommand ?? "varde migrate",
      waitingUnitsMax: options.waitingUnitsMax ?? storageLimits.waitingUnitsMax,
      connectionsMax: options.connectionsMax ?? storageLimits.postgresConnections,
      log: options.log ?? (() => {}),
    });
  }
  if (options.isReader && "folder" in location) return openSqliteReader(location.folder, now);
  return openSqlite({
    folder: "folder" in location ? location.folder : undefined,
    image: "image" in location ? location.image : undefined,
    migrations,
    now,
    waitingUnitsMax: options.waitingUnitsMax ?? groupCommitDefaults.waitingUnitsMax,
    batchMs: options.batchMs ?? groupCommitDefaults.batchMs,
    fullDiskPausesMs: options.fullDiskPausesMs ?? groupCommitDefaults.fullDiskPausesMs,
    onFatal: options.onFatal ?? endProcess,
  });
}

/** Refuses typos, which would otherwise open a database in memory that ends with the process. */
function refuseUnclear(location: StorageLocation): void {
  const { engine } = location;
  if (engine !== "sqlite" && engine !== "postgres") {
    throw new StorageRefused(`The storage engine must be sqlite or postgres, not "${engine}".`);
  }
  if (engine === "sqlite" && !("memory" in location) && !location.folder) {
    throw new StorageRefused("SQLite needs a folder, or memory: true for a database in memory.");
  }
}

/** Ends the process: the next start recovers the database from its log. */
function endProcess(error: Error): void {
  process.stderr.write(`The database can no longer be trusted: ${error.message}\n`);
  process.exit(1);
}
