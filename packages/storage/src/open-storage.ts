import { limits } from "./limits.ts";
import { openPostgres } from "./postgres/postgres-storage.ts";
import { groupCommitDefaults } from "./sqlite/group-commit.ts";
import { openSqlite } from "./sqlite/sqlite-storage.ts";
import { type Migration, type Storage, StorageRefused } from "./storage.ts";

export type StorageLocation =
  | { readonly engine: "sqlite"; readonly folder: string }
  /** An image is what another database in memory held, and this one starts with. */
  | { readonly engine: "sqlite"; readonly memory: true; readonly image?: Uint8Array }
  | { readonly engine: "postgres"; readonly url: string };

export interface StorageOptions {
  readonly location: StorageLocation;
  /** Of every system that lives in this database, run before the storage is handed out. */
  readonly migrations: readonly Migration[];
  /** Units that may wait for their turn before a further one is refused. */
  readonly waitingUnitsMax?: number;
  /** SQLite: how long one batch may go on taking units. */
  readonly batchMs?: number;
  /** SQLite: the pauses before a batch that met a full disk is tried again. */
  readonly fullDiskPausesMs?: readonly number[];
  /** SQLite: the file can no longer be trusted. The default says so and ends the process. */
  readonly onFatal?: (error: Error) => void;
  /** PostgreSQL: how many connections this process may hold. */
  readonly connectionsMax?: number;
  /** Told of what needs no answer, such as an idle connection that broke. */
  readonly log?: (line: string) => void;
}

/** Opens the database, brings its tables up to date and answers when it can be used. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { location, migrations } = options;
  refuseUnclear(location);
  if (location.engine === "postgres") {
    return openPostgres({
      url: location.url,
      migrations,
      waitingUnitsMax: options.waitingUnitsMax ?? limits.waitingUnitsMax,
      connectionsMax: options.connectionsMax ?? limits.postgresConnections,
      log: options.log ?? (() => {}),
    });
  }
  return openSqlite({
    folder: "folder" in location ? location.folder : undefined,
    image: "image" in location ? location.image : undefined,
    migrations,
    waitingUnitsMax: options.waitingUnitsMax ?? groupCommitDefaults.waitingUnitsMax,
    batchMs: options.batchMs ?? groupCommitDefaults.batchMs,
    fullDiskPausesMs: options.fullDiskPausesMs ?? groupCommitDefaults.fullDiskPausesMs,
    onFatal: options.onFatal ?? endProcess,
  });
}

/** A slip of the pen must not end in a database in memory that is gone with the process. */
function refuseUnclear(location: StorageLocation): void {
  const { engine } = location;
  if (engine !== "sqlite" && engine !== "postgres") {
    throw new StorageRefused(`The engine of the storage is sqlite or postgres, not "${engine}".`);
  }
  if (engine === "sqlite" && !("memory" in location) && !location.folder) {
    throw new StorageRefused("SQLite needs a folder, unless it is told to live in memory.");
  }
}

/** What an uncertain disk holds is settled by the next start, from the log of the database. */
function endProcess(error: Error): void {
  process.stderr.write(`The database can no longer be trusted: ${error.message}\n`);
  process.exit(1);
}
